import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePictureKey, requirePictureKey } from './key.ts'
import type { PictureStore } from './picture-store.ts'

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the folder and moves a file into it; again when the folder was swept away, being empty, in between. */
async function moveInto(folder: string, move: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(folder, { recursive: true })
      return await move()
    } catch (error) {
      if (attempt === 5 || !hasCode(error, 'ENOENT')) throw error
    }
  }
}

/** Pictures in a folder. A file appears under its name only when it is whole and on the disk. */
export function openDiskStore(folder: string): PictureStore {
  const incoming = join(folder, '.incoming')
  let ready: Promise<unknown> | undefined
  const pathOf = (key: string) => {
    const { hash, file } = requirePictureKey(key)
    return join(folder, hash, file)
  }
  /** Halves of files are left behind by a crash only, and only one process holds the data folder. */
  const prepare = () => {
    ready ??= rm(incoming, { recursive: true, force: true })
      .then(() => mkdir(incoming, { recursive: true }))
      .catch((error: unknown) => {
        // the next picture tries again: the disk may be there, or have room, by then
        ready = undefined
        throw error
      })
    return ready
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const parent = join(path, '..')
      await prepare()
      const half = join(incoming, randomUUID())
      try {
        await writeDurably(half, bytes)
        await moveInto(parent, () => rename(half, path))
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
      await syncFolder(parent)
      await syncFolder(folder)
    },

    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
        throw error
      }
    },

    async deleteOlder(key, before) {
      const path = pathOf(key)
      const isOlder = async (file: string) => (await stat(file)).mtime < before
      const aside = join(incoming, randomUUID())
      await prepare()
      try {
        if (!(await isOlder(path))) return false
        // an upload may have put a new file there since: what was moved is looked at again, and goes back if it is new
        await rename(path, aside)
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return true
        throw error
      }
      if (!(await isOlder(aside))) {
        await moveInto(join(path, '..'), () => rename(aside, path))
        return false
      }
      await rm(aside, { force: true })
      await rmdir(join(path, '..')).catch((error: unknown) => {
        if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error
      })
      return true
    },

    async *list() {
      const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return []
        throw error
      })
      for (const name of names) {
        const key = name.replaceAll('\\', '/')
        if (parsePictureKey(key)) yield { key, modified: (await stat(join(folder, name))).mtime }
      }
    },
  }
}
