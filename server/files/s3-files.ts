import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { openBucket } from '../images/s3-store.ts'
import { type FileBytes, parseFileKey } from './file-bytes.ts'

const below = 'files/'

/** Stores files in the bucket of the pictures, below `files/`, so that several instances of the server can share them. */
export function openS3Files(imagesUrl: string): FileBytes {
  const { call, prefix, put, list } = openBucket(imagesUrl)
  const pathOf = (key: string) => {
    if (!parseFileKey(key)) throw new Error(`Not a file's key: ${JSON.stringify(key)}`)
    return `${prefix}${below}${key}`
  }
  return {
    async put(key, from, type) {
      pathOf(key)
      await put(below + key, typeof from === 'string' ? await readFile(from) : from, type)
    },
    async open(key, part) {
      const range = part && { range: `bytes=${part.from}-${part.to}` }
      const answer = await call('GET', pathOf(key), { ...range, isStream: true })
      // the types of the browser and of Node differ in details
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      await answer.body?.cancel()
      return undefined
    },
    async delete(key) {
      const answer = await call('DELETE', pathOf(key))
      await answer.body?.cancel()
    },
    async *list() {
      for await (const { key, modified } of list(below)) yield { key: key.slice(below.length), modified }
    },
  }
}
