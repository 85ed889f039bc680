import { join } from 'node:path'
import { openDiskFiles } from './disk-files.ts'
import type { FileBytes } from './file-bytes.ts'
import { openS3Files } from './s3-files.ts'

/** Where the files of orders are stored: in the bucket that the settings name for pictures, else in the data folder. */
export function openFiles(settings: { dataDir: string; imagesUrl?: string | undefined }): FileBytes {
  return settings.imagesUrl ? openS3Files(settings.imagesUrl) : openDiskFiles(join(settings.dataDir, 'files'))
}

/** Where the bytes of unfinished uploads are. Their ids are no ids of orders, so both may be in one folder. */
export const incomingOf = (dataDir: string) => join(dataDir, 'files', '.incoming')
