import { join } from 'node:path'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { type BytesSettings, openBytes } from '../platform/bytes/open-bytes.ts'

/** Where the files of orders are stored: in the bucket that the settings name for pictures, else in the data folder. */
export function openFiles(settings: BytesSettings): ByteStore {
  const isKey = (key: string) => parseFileKey(key) !== undefined
  // not among the unfinished uploads, which a restart leaves
  const places = { folder: 'files', incoming: 'files/.incoming/.taking', below: 'files/' }
  return openBytes(settings, { ...places, isKey, what: "a file's key" })
}

/** Where the bytes of unfinished uploads are. Their ids are no ids of orders, so both may be in one folder. */
export const incomingOf = (dataDir: string) => join(dataDir, 'files', '.incoming')

/** Where the bytes of a file are stored: folder and name are ids, never texts of a user. */
export const keyOf = (orderId: string, fileId: string) => `${orderId}/${fileId}`

const shape = /^([0-9a-f-]{36})\/([0-9a-f-]{36})(\.webp)?$/

/** The ids in a key; undefined for anything else, so that no key can leave its folder. `isThumb`: the key of a picture's thumbnail. */
export function parseFileKey(key: string): { orderId: string; fileId: string; isThumb: boolean } | undefined {
  const [, orderId, fileId, thumb] = shape.exec(key) ?? []
  return orderId && fileId ? { orderId, fileId, isThumb: thumb !== undefined } : undefined
}

export const thumbOf = (key: string) => `${key}.webp`
