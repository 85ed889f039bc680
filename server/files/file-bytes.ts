import type { Readable } from 'node:stream'

/** First and last byte of a part, from 0. */
export interface Part {
  from: number
  to: number
}

/** Stores the bytes of files by key: `{order}/{file}` and `{order}/{file}.webp`. */
export interface FileBytes {
  /** Stores bytes, or the file at a path, which may be gone afterwards. Durable when it returns. */
  put(key: string, from: Uint8Array | string, type: string): Promise<void>
  /** The bytes, or a part of them. */
  open(key: string, part?: Part): Promise<Readable | undefined>
  delete(key: string): Promise<void>
  /** All keys, with the time of writing. */
  list(): AsyncIterable<{ key: string; modified: Date }>
}

/** Where the bytes of a file are stored: folder and name are ids, never texts of a user. */
export const keyOf = (orderId: string, fileId: string) => `${orderId}/${fileId}`

const shape = /^([0-9a-f-]{36})\/([0-9a-f-]{36})(\.webp)?$/

/** The ids in a key; undefined for anything else, so that no key can leave its folder. `isThumb`: the key of a picture's thumbnail. */
export function parseFileKey(key: string): { orderId: string; fileId: string; isThumb: boolean } | undefined {
  const [, orderId, fileId, thumb] = shape.exec(key) ?? []
  return orderId && fileId ? { orderId, fileId, isThumb: thumb !== undefined } : undefined
}

export const thumbOf = (key: string) => `${key}.webp`
