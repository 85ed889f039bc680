/** Where pictures lie. A key is `{hash}/{width}.{format}`, or the name of an icon; what is under a key never changes. */
export interface PictureStore {
  /** Durable when it returns. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** Deletes what was written before that time, and nothing newer; false when there is something newer. */
  deleteOlder(key: string, before: Date): Promise<boolean>
  /** Every key this store may delete, with the time it was written. */
  list(): AsyncIterable<{ key: string; modified: Date }>
  close?(): Promise<void>
}
