import { join } from 'node:path'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { type BytesSettings, openBytes } from '../platform/bytes/open-bytes.ts'
import { parseFileKey } from './file-keys.ts'

/** Where the files of orders are stored: in the bucket that the settings name for pictures, else in the data folder. */
export function openFiles(settings: BytesSettings): ByteStore {
  const isKey = (key: string) => parseFileKey(key) !== undefined
  // not among the unfinished uploads, which a restart leaves
  const places = { folder: 'files', incoming: 'files/.incoming/.taking', below: 'files/' }
  return openBytes(settings, { ...places, isKey, what: "a file's key" })
}

/** Where the bytes of unfinished uploads are. Their ids are no ids of orders, so both may be in one folder. */
export const incomingOf = (dataDir: string) => join(dataDir, 'files', '.incoming')
