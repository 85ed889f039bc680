import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath, unlessMissing } from '../images/disk-store.ts'
import { type FileBytes, parseFileKey } from './file-bytes.ts'

/** Stores files in a folder: one for each order. A file appears under its name only when it is complete and synced to the disk. */
export function openDiskFiles(folder: string): FileBytes {
  const pathOf = (key: string) => {
    if (!parseFileKey(key)) throw new Error(`Not a file's key: ${JSON.stringify(key)}`)
    return join(folder, key)
  }
  return {
    async put(key, from) {
      const path = pathOf(key)
      const parent = dirname(path)
      const isNew = typeof from !== 'string'
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const source = isNew ? join(parent, `.${randomUUID()}`) : from
      try {
        if (isNew) await writeFile(source, from, { mode: 0o600 })
        await syncPath(source)
        await rename(source, path)
      } catch (error) {
        if (isNew) await rm(source, { force: true })
        throw error
      }
      for (const each of [parent, folder]) await syncPath(each)
    },
    async open(key, part) {
      const file = await unlessMissing(open(pathOf(key), 'r'), undefined)
      return file?.createReadStream(part ? { start: part.from, end: part.to } : {})
    },
    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // while it has other files, it stays
      await rmdir(dirname(path)).catch(() => undefined)
    },
    async *list() {
      for (const order of await unlessMissing(readdir(folder), [])) {
        for (const name of await readdir(join(folder, order)).catch(() => [])) {
          const key = `${order}/${name}`
          if (parseFileKey(key)) yield { key, modified: (await stat(join(folder, key))).mtime }
        }
      }
    },
  }
}
