/** Stores pictures by key: `{hash}/{width}.{format}` or `{hash}/{icon}`. The content of a key never changes. */
export interface PictureStore {
  /** Durable when it returns. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** Deletes a file if it was written before that time; false if it is newer. */
  deleteOlder(key: string, before: Date): Promise<boolean>
  /** All keys that may be deleted, with the time of writing. */
  list(): AsyncIterable<{ key: string; modified: Date }>
  /** Rejects if the store does not work. */
  check(): Promise<void>
}
