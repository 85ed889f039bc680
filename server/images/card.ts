import { cardFile } from '../../contract/picture.ts'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { fewAtATime } from '../platform/http/few-at-a-time.ts'
import { loadSharp } from './sharp.ts'

/** What chats and search engines show of a page. */
const size = { width: 1200, height: 630 }

type Pictures = Pick<ByteStore, 'get' | 'put'>

async function makeCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const picture = await store.get(`${hash}/1280.webp`)
  if (!picture) return undefined
  const sharp = await loadSharp()
  const made = sharp(picture)
    .resize({ ...size, fit: 'cover' })
    .flatten({ background: '#fff' })
  const bytes = await made.jpeg({ quality: 80 }).toBuffer()
  // without room it is made again next time
  await store.put(`${hash}/${cardFile}`, bytes, 'image/jpeg').catch(() => undefined)
  return bytes
}

const making = new Map<string, Promise<Uint8Array | undefined>>()
const inTurn = fewAtATime(1)

/** The card of a stored picture, made when first asked for: one at a time, each once. */
export async function readCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const made = await store.get(`${hash}/${cardFile}`)
  if (made) return made
  const other = making.get(hash)
  if (other) return other
  const turn = inTurn(() => makeCard(store, hash)).finally(() => making.delete(hash))
  making.set(hash, turn)
  return turn
}
