import { Upload } from 'tus-js-client'

interface Sending {
  order: string
  file: { _id: string }
  bytes: Buffer
  token: string
  /** bytes of each part */
  chunkSize: number
  /** milliseconds before a part that failed is sent again */
  pause: number
  onPart?: () => void
}

/** Sends a file of an order in parts, each again until it arrives. Resolves when the server has all of it. */
export function sendFile(url: string, sending: Sending): Promise<void> {
  const { order, file, bytes, token, chunkSize, pause, onPart } = sending
  const endpoint = `${url}/api/files/`
  return new Promise((onSuccess, onError) => {
    new Upload(bytes, {
      ...{ endpoint, uploadUrl: endpoint + file._id, chunkSize, onSuccess: () => onSuccess(), onError },
      retryDelays: Array.from({ length: 1000 }, () => pause),
      metadata: { order, file: file._id },
      headers: { Authorization: `Bearer ${token}` },
      onShouldRetry: () => true,
      ...(onPart && { onChunkComplete: onPart }),
    }).start()
  })
}
