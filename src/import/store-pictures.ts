import type { Api } from '../api/api-client.ts'
import type { Refusal } from '../api/api-errors.ts'

export interface StoredPictures {
  stored: number
  /** those that the server refused, with its reasons */
  refused: { name: string; refusal: Refusal }[]
}

interface Storing {
  api: Api
  found: readonly { file: File; id: string }[]
  /** those of the first ones that were sent already */
  before: StoredPictures
  signal: AbortSignal
  /** called after each picture */
  onPicture: (pictures: StoredPictures) => void
}

/** Whether the next picture would be refused as well: the session, the right, the rate or the server is the reason. */
const isForAll = ({ status }: Refusal) => status === 401 || status === 403 || status === 429 || status >= 500

/**
 * Uploads the pictures of imported products one after the other, up to the first refusal that is not about its picture.
 * Throws `ConnectionError`.
 */
export async function storePictures({ api, found, before, signal, onPicture }: Storing): Promise<Refusal | undefined> {
  let { stored, refused } = before
  for (const { file, id } of found.slice(stored + refused.length)) {
    signal.throwIfAborted()
    const body = new FormData()
    body.append('fishe_id', id)
    body.append('image', file, file.name)
    const reply = await api.call('uploadPicture', { body, signal })
    if (reply.ok) stored += 1
    else if (isForAll(reply.refusal)) return reply.refusal
    else refused = [...refused, { name: file.name, refusal: reply.refusal }]
    onPicture({ stored, refused })
  }
  return undefined
}
