import { openDiskStore } from './disk-store.ts'
import { openS3Store } from './s3-store.ts'

/** Where pictures lie. A key is `{hash}/{width}.{format}`; what is under a key never changes. */
export interface PictureStore {
  /** Durable when it returns. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  delete(key: string): Promise<void>
  /** Every key this store may delete, with the time it was written. */
  list(): AsyncIterable<{ key: string; modified: Date }>
  close?(): Promise<void>
}

/** The store that the settings name: an `s3://` address, else the folder `pictures` of the data folder. */
export function openPictureStore(settings: { dataDir: string; imagesUrl?: string | undefined }): PictureStore {
  if (settings.imagesUrl) return openS3Store(settings.imagesUrl)
  return openDiskStore(`${settings.dataDir}/pictures`)
}
