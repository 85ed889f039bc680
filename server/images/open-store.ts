import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { type BytesSettings, openBytes } from '../platform/bytes/open-bytes.ts'
import { parsePictureKey } from './key.ts'

/** Where pictures are stored: `{hash}/{width}.{format}` or `{hash}/{icon}`. The content of a key never changes. */
export function openPictureStore(settings: BytesSettings): ByteStore {
  const isKey = (key: string) => parsePictureKey(key) !== undefined
  const places = { folder: 'pictures', incoming: 'pictures/.incoming', below: '' }
  return openBytes(settings, { ...places, isKey, what: "a picture's key" })
}
