import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parsePictureKey } from './key.ts'
import type { PictureStore } from './picture-store.ts'

const shippedFolder = fileURLToPath(new URL('../demo/pictures', import.meta.url))

/** Folder names by hash, as `index.json` of the rendered pictures has them: `{ slug: { hash, placeholder } }`. */
async function readShippedFolders(folder: string): Promise<Map<string, string>> {
  const index: unknown = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
  // written by the rendering script of this repository, and checked by its tests
  const entries = Object.entries(index as Record<string, { hash: string }>)
  return new Map(entries.map(([slug, { hash }]) => [hash, slug]))
}

/**
 * A store that also has the pictures of the demonstration catalogue, read from the program's own folder. They are never
 * copied, listed or deleted: an empty data folder shows them at once and a backup does not carry them.
 */
export function withShippedPictures(store: PictureStore, folder = shippedFolder): PictureStore {
  let folders: Promise<Map<string, string>> | undefined
  return {
    put: (key, bytes, type) => store.put(key, bytes, type),
    deleteOlder: (key, before) => store.deleteOlder(key, before),
    list: () => store.list(),
    close: async () => store.close?.(),
    async get(key) {
      const parts = parsePictureKey(key)
      if (!parts) return undefined
      folders ??= readShippedFolders(folder)
      const slug = (await folders).get(parts.hash)
      return slug === undefined ? store.get(key) : readFile(join(folder, slug, parts.file))
    },
  }
}
