import type { PictureStore } from './picture-store.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

async function oldFiles(store: PictureStore, before: number): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const young = new Set<string>()
  for await (const { key, modified } of store.list()) {
    const hash = key.slice(0, key.indexOf('/'))
    found.set(hash, [...(found.get(hash) ?? []), key])
    if (modified.getTime() > before) young.add(hash)
  }
  for (const hash of young) found.delete(hash)
  return found
}

/**
 * Deletes the pictures that nothing refers to and that are older than a day, and returns how many. A picture is
 * stored before the row that names it, hence the day; and since the same picture may be uploaded again meanwhile, what
 * is to go must still be old in a second look.
 */
export async function sweepPictures(options: {
  store: PictureStore
  isReferenced: (hash: string) => boolean | Promise<boolean>
  now: number
  minAge?: number
}): Promise<number> {
  const { store, isReferenced, now, minAge = dayMilliseconds } = options
  const orphans = new Set<string>()
  for (const hash of (await oldFiles(store, now - minAge)).keys()) {
    if (!(await isReferenced(hash))) orphans.add(hash)
  }
  if (orphans.size === 0) return 0
  let deleted = 0
  for (const [hash, keys] of await oldFiles(store, now - minAge)) {
    if (!orphans.has(hash) || (await isReferenced(hash))) continue
    for (const key of keys) await store.delete(key)
    deleted++
  }
  return deleted
}
