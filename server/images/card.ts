import { cardFile } from '../../contract/picture.ts'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { decode } from './decoder.ts'
import { loadSharp } from './sharp.ts'

/** What chats and search engines show of a page. */
const size = { width: 1200, height: 630 }

type Pictures = Pick<ByteStore, 'get' | 'put'>

/** The card of a picture of this shop. */
export async function makeCard(picture: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const made = sharp(picture)
    .resize({ ...size, fit: 'cover' })
    .flatten({ background: '#fff' })
  return made.jpeg({ quality: 80 }).toBuffer()
}

async function storeCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const picture = await store.get(`${hash}/1280.webp`)
  if (!picture) return undefined
  const bytes = await decode('cards', { kind: 'card', bytes: picture })
  // without room it is made again next time
  await store.put(`${hash}/${cardFile}`, bytes, 'image/jpeg').catch(() => undefined)
  return bytes
}

const making = new Map<string, Promise<Uint8Array | undefined>>()

/** The card of a stored picture, made when first asked for, each once. */
export async function readCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const made = await store.get(`${hash}/${cardFile}`)
  if (made) return made
  const other = making.get(hash)
  if (other) return other
  const turn = storeCard(store, hash).finally(() => making.delete(hash))
  making.set(hash, turn)
  return turn
}
