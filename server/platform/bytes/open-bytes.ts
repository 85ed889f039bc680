import { join } from 'node:path'
import type { ByteStore, Stored } from './byte-store.ts'
import { openDiskBytes } from './disk-bytes.ts'
import { openS3Bytes } from './s3-bytes.ts'

/** Where the shop's bytes are. */
export interface BytesSettings {
  dataDir: string
  /** of a bucket; without it, the data folder */
  imagesUrl?: string | undefined
}

/** The store that the settings name: the bucket of an `s3://` address, else a folder of the data folder. */
export function openBytes({ dataDir, imagesUrl }: BytesSettings, stored: Stored): ByteStore {
  if (imagesUrl) return openS3Bytes(imagesUrl, stored)
  const [folder, incoming] = [join(dataDir, stored.folder), join(dataDir, stored.incoming)]
  return openDiskBytes({ ...stored, folder, incoming })
}
