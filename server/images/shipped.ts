import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cardFile } from '../../contract/picture.ts'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { parsePictureKey } from './key.ts'

const shippedFolder = fileURLToPath(new URL('../demo/pictures', import.meta.url))

/** Folder names by hash, from the pictures' `index.json`: `{ slug: { hash, placeholder } }`. */
async function readShippedFolders(folder: string): Promise<Map<string, string>> {
  const index: unknown = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
  // tests/unit/server/demo/demo-catalogue.test.ts checks its shape
  const entries = Object.entries(index as Record<string, { hash: string }>)
  return new Map(entries.map(([slug, { hash }]) => [hash, slug]))
}

/**
 * Adds the demonstration catalogue's pictures, read from the program's folder, to a store. They are never copied, listed or
 * deleted, so that an empty data folder has them at once and backups do not contain them.
 */
export function withShippedPictures(store: ByteStore, folder = shippedFolder): ByteStore {
  let folders: Promise<Map<string, string>> | undefined
  return {
    ...store,
    async get(key) {
      const parts = parsePictureKey(key)
      if (!parts) return undefined
      folders ??= readShippedFolders(folder)
      const slug = (await folders).get(parts.hash)
      // cards are made when asked for, and not shipped
      return slug === undefined || parts.file === cardFile ? store.get(key) : readFile(join(folder, slug, parts.file))
    },
  }
}
