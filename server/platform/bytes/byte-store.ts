import type { Readable } from 'node:stream'

/** First and last byte of a part, from 0. */
export interface Part {
  from: number
  to: number
}

/** Stores bytes by keys of two parts, `{folder}/{file}`. Throws for a key of another shape. */
export interface ByteStore {
  /** Stores bytes, or the file at a path, which may be gone afterwards. Durable when it returns. */
  put(key: string, from: Uint8Array | string, type: string): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** The bytes, or a part of them, as a stream. */
  open(key: string, part?: Part): Promise<Readable | undefined>
  delete(key: string): Promise<void>
  /** Deletes a file if it was written before that time; false if it is newer. */
  deleteOlder(key: string, before: Date): Promise<boolean>
  /** All keys, with the time of writing. */
  list(): AsyncIterable<{ key: string; modified: Date }>
  /** Rejects if the store does not work. */
  check(): Promise<void>
}

/** What a store is for. */
export interface Stored {
  /** in the data folder */
  folder: string
  /** in the data folder: where a file is until it is complete. It is emptied at the first use */
  incoming: string
  /** what keys begin with in a bucket */
  below: string
  isKey(key: string): boolean
  /** of a key, for errors: `a picture's key` */
  what: string
}

/** Refuses other keys, so that none can leave its folder. */
export function requireKey({ isKey, what }: Stored, key: string): void {
  if (!isKey(key)) throw new Error(`Not ${what}: ${JSON.stringify(key)}`)
}
