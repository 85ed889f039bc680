import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parsePictureKey, requirePictureKey } from './key.ts'
import type { PictureStore } from './picture-store.ts'

/** Whether an error has one of these codes of the operating system. */
export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** What is read of a disk; `instead` where the file or folder is missing. */
export async function unlessMissing<T, I>(read: Promise<T>, instead: I): Promise<T | I> {
  try {
    return await read
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return instead
    throw error
  }
}

/** Makes a file, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
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

/** Creates the folder and moves a file into it. Retries if a concurrent sweep removes the still empty folder. */
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

/** Stores pictures in a folder. A file appears under its name only when it is complete and synced to the disk. */
export function openDiskStore(folder: string): PictureStore {
  const incoming = join(folder, '.incoming')
  let ready: Promise<unknown> | undefined
  const pathOf = (key: string) => {
    const { hash, file } = requirePictureKey(key)
    return join(folder, hash, file)
  }
  /** Removes incomplete files of a crash. Safe, because only one process uses the data folder. */
  const prepare = () => {
    ready ??= rm(incoming, { recursive: true, force: true })
      .then(() => mkdir(incoming, { recursive: true }))
      .catch((error: unknown) => {
        // the next picture tries again, for instance when the disk has space again
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
      const incomplete = join(incoming, randomUUID())
      try {
        await writeDurably(incomplete, bytes)
        await moveInto(parent, () => rename(incomplete, path))
      } catch (error) {
        await rm(incomplete, { force: true })
        throw error
      }
      for (const each of [parent, folder]) await syncPath(each)
    },

    async get(key) {
      return unlessMissing(readFile(pathOf(key)), undefined)
    },

    async deleteOlder(key, before) {
      const path = pathOf(key)
      const isOlder = async (file: string) => (await stat(file)).mtime < before
      const aside = join(incoming, randomUUID())
      await prepare()
      try {
        if (!(await isOlder(path))) return false
        // an upload may replace the file after the check: it is checked again after the move, and moved back if it is new
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

    async check() {
      try {
        await access(incoming, constants.W_OK)
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        // no picture has come yet: the first one makes its folders
        await access(dirname(folder), constants.W_OK)
      }
    },

    async *list() {
      for (const name of await unlessMissing(readdir(folder, { recursive: true }), [])) {
        const key = name.replaceAll('\\', '/')
        if (parsePictureKey(key)) yield { key, modified: (await stat(join(folder, name))).mtime }
      }
    },
  }
}
