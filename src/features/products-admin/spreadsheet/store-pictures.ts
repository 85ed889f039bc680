import type { Api } from '../../../api/client.ts'
import type { Refusal } from '../../../api/errors.ts'

export interface StoredPictures {
  stored: number
  /** those that the server refused, with its reasons */
  refused: { name: string; refusal: Refusal }[]
}

interface Storing {
  api: Api
  found: readonly { file: File; id: string }[]
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Uploads the pictures of imported products one after the other. Throws `ConnectionError`. */
export async function storePictures({ api, found, signal, onProgress }: Storing): Promise<StoredPictures> {
  const refused: StoredPictures['refused'] = []
  for (const [at, { file, id }] of found.entries()) {
    signal.throwIfAborted()
    onProgress(at)
    const body = new FormData()
    body.append('fishe_id', id)
    body.append('image', file, file.name)
    const reply = await api.call('uploadPicture', { body, signal })
    if (!reply.ok) refused.push({ name: file.name, refusal: reply.refusal })
  }
  return { stored: found.length - refused.length, refused }
}
