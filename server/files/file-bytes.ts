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
