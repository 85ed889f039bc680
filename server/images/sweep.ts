import type { ByteStore } from '../platform/bytes/byte-store.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

/** The keys of all pictures whose files are all older than `before`, by hash. */
async function oldPictures(store: ByteStore, before: Date): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const young = new Set<string>()
  for await (const { key, modified } of store.list()) {
    const hash = key.slice(0, key.indexOf('/'))
    found.set(hash, [...(found.get(hash) ?? []), key])
    if (modified >= before) young.add(hash)
  }
  for (const hash of young) found.delete(hash)
  return found
}

/**
 * Deletes unreferenced pictures that are older than a day and returns their number. Younger ones may belong to an upload
 * whose row is not written yet. Reference and age are checked again right before each deletion, because the list may be stale.
 */
export async function sweepPictures(options: {
  store: ByteStore
  isReferenced: (hash: string) => boolean | Promise<boolean>
  now: number
}): Promise<number> {
  const { store, isReferenced, now } = options
  const before = new Date(now - dayMilliseconds)

  async function isSwept(hash: string, keys: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      if ((await isReferenced(hash)) || !(await store.deleteOlder(key, before))) return false
    }
    return true
  }

  let swept = 0
  for (const [hash, keys] of await oldPictures(store, before)) if (await isSwept(hash, keys)) swept++
  return swept
}
