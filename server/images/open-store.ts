import { openDiskStore } from './disk-store.ts'
import type { PictureStore } from './picture-store.ts'
import { openS3Store } from './s3-store.ts'

/** The store that the settings name: an `s3://` address, else the folder `pictures` of the data folder. */
export function openPictureStore(settings: { dataDir: string; imagesUrl?: string | undefined }): PictureStore {
  if (settings.imagesUrl) return openS3Store(settings.imagesUrl)
  return openDiskStore(`${settings.dataDir}/pictures`)
}
