import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** First and last byte of a part, from 0. */
export interface Part {
  from: number
  to: number
}

/** Stores bytes by keys of two parts, `{folder}/{file}`. Throws for a key of another shape. */
export interface ByteStore {
  /** Stores bytes, or the file at a path, which may be gone afterwards. Durable when it returns. */
  put(key: string, from: Uint8Array | string, type: string): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** The bytes, or a part of them, as a stream. */
  open(key: string, part?: Part): Promise<Readable | undefined>
  delete(key: string): Promise<void>
  /** Deletes a file if it was written before that time; false if it is newer. */
  deleteOlder(key: string, before: Date): Promise<boolean>
  /** All keys, with the time of writing. */
  list(): AsyncIterable<{ key: string; modified: Date }>
  /** Rejects if the store does not work. */
  check(): Promise<void>
}

/** What a store is for. */
export interface Stored {
  /** in the data folder */
  folder: string
  /** in the data folder: where a file is until it is complete. It is emptied at the first use */
  incoming: string
  /** what keys begin with in a bucket */
  below: string
  isKey(key: string): boolean
  /** of a key, for errors: `a picture's key` */
  what: string
}

/** Refuses other keys, so that none can leave its folder. */
export function requireKey({ isKey, what }: Stored, key: string): void {
  if (!isKey(key)) throw new Error(`Not ${what}: ${JSON.stringify(key)}`)
}

/** Whether an error has one of these codes of the operating system. */
const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** What is read of a disk; `instead` where the file or folder is missing. */
async function unlessMissing<T, I>(read: Promise<T>, instead: I): Promise<T | I> {
  try {
    return await read
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return instead
    throw error
  }
}

/** Makes a file, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  await using opened = await fs.open(path, 'r')
  await opened.sync()
}

/** Creates the folder of a path and moves a file to it. Retries if a concurrent deletion removes the still empty folder. */
async function moveTo(path: string, from: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await fs.mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await fs.rename(from, path)
    } catch (error) {
      if (attempt === 5 || !hasCode(error, 'ENOENT')) throw error
    }
  }
}

/** Stores bytes in a folder. A file appears under its name only when it is complete and synced to the disk. */
export function openDiskBytes(stored: Stored): ByteStore {
  const { folder, incoming, isKey } = stored
  let ready: Promise<unknown> | undefined
  const pathOf = (key: string) => {
    requireKey(stored, key)
    return join(folder, key)
  }
  /** Removes incomplete files of a crash. Safe, because only one process uses the data folder. */
  const prepare = () => {
    ready ??= fs
      .rm(incoming, { recursive: true, force: true })
      .then(() => fs.mkdir(incoming, { recursive: true, mode: 0o700 }))
      .catch((error: unknown) => {
        // the next file tries again, for instance when the disk has space again
        ready = undefined
        throw error
      })
    return ready
  }
  /** Removes a file that is under no key any more, and the folder of its key unless it has others. */
  async function remove(file: string, path: string): Promise<void> {
    await fs.rm(file, { force: true })
    await fs.rmdir(dirname(path)).catch((error: unknown) => {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error
    })
  }

  return {
    async put(key, from) {
      const path = pathOf(key)
      await prepare()
      const isNew = typeof from !== 'string'
      const source = isNew ? join(incoming, randomUUID()) : from
      try {
        if (isNew) await fs.writeFile(source, from, { mode: 0o600 })
        await syncPath(source)
        await moveTo(path, source)
      } catch (error) {
        if (isNew) await fs.rm(source, { force: true })
        throw error
      }
      for (const each of [dirname(path), folder]) await syncPath(each)
    },

    get: async (key) => unlessMissing(fs.readFile(pathOf(key)), undefined),
    async open(key, part) {
      const file = await unlessMissing(fs.open(pathOf(key), 'r'), undefined)
      return file?.createReadStream(part ? { start: part.from, end: part.to } : {})
    },
    delete: async (key) => remove(pathOf(key), pathOf(key)),

    async deleteOlder(key, before) {
      const path = pathOf(key)
      const isOlder = async (file: string) => (await fs.stat(file)).mtime < before
      const aside = join(incoming, randomUUID())
      await prepare()
      if (!(await unlessMissing(isOlder(path), true))) return false
      // an upload may replace the file after the check: it is checked again after the move, and moved back if it is new
      const moved = fs.rename(path, aside).then(() => true)
      if (!(await unlessMissing(moved, false))) return true
      const isOld = await isOlder(aside)
      await (isOld ? remove(aside, path) : moveTo(path, aside))
      return isOld
    },

    check: () =>
      fs.access(incoming, fs.constants.W_OK).catch((error) => {
        if (!hasCode(error, 'ENOENT')) throw error
        // no file has come yet: the first one makes its folders
        return fs.access(dirname(folder), fs.constants.W_OK)
      }),
    async *list() {
      for (const name of await unlessMissing(fs.readdir(folder), []))
        for (const file of await unlessMissing(fs.readdir(join(folder, name)), [])) {
          const key = `${name}/${file}`
          if (isKey(key)) yield { key, modified: (await fs.stat(join(folder, key))).mtime }
        }
    },
  }
}

/** Files that this process creates from now on are readable by its own user only. */
export function makeFilesPrivate(): void {
  process.umask(0o077)
}

/** Creates the data folder if needed and makes it, and so its contents, private to this user. */
export async function openDataFolder(path: string): Promise<void> {
  await fs.mkdir(path, { recursive: true })
  await fs.chmod(path, 0o700).catch((error: unknown) => {
    // the folder belongs to another user, or the file system has no permissions
    if (!hasCode(error, 'EPERM', 'ENOTSUP')) throw error
  })
}
