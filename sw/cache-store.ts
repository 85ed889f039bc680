import { removePictures } from './caches.ts'
import type { Store } from './store.ts'

declare const self: ServiceWorkerGlobalScope

export interface StoreLimits {
  maxEntries: number
  maxAgeSeconds: number
}

/** Takes out what is too old, and of too many the first that came in, unless the worker used it since it started. */
async function trim(cache: Cache, { maxEntries, maxAgeSeconds }: StoreLimits, used: Set<string>): Promise<void> {
  const entries = await cache.keys()
  const oldest = Date.now() - maxAgeSeconds * 1000
  const aged = await Promise.all(
    entries.map(async (entry) => {
      const date = (await cache.match(entry))?.headers.get('date')
      return { entry, old: date != null && Date.parse(date) < oldest, used: used.has(entry.url) }
    }),
  )
  const tooOld = aged.filter(({ old }) => old).length
  const rank = (each: { old: boolean; used: boolean }) => (each.old ? 0 : each.used ? 2 : 1)
  // a stable sort: entries of a kind stay in the order in which they came
  const leaving = aged.sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(tooOld, entries.length - maxEntries, 0))
  for (const { entry } of leaving) await cache.delete(entry)
}

/** How often ages are looked at while there is room, ms: that opens every entry. */
const lookEvery = 60 * 60_000

export function createStore(cacheName: string, limits?: StoreLimits): Store {
  const used = new Set<string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  const tidy = async (cache: Cache, limits: StoreLimits) => {
    const now = Date.now()
    if (Math.abs(now - lookedAt) < lookEvery && (await cache.keys()).length <= limits.maxEntries) return
    lookedAt = now
    await trim(cache, limits, used)
  }
  const open = () => self.caches.open(cacheName)
  return {
    async get(url) {
      const found = await (await open()).match(url, { ignoreVary: true })
      // used lately means kept longer
      if (found) used.add(url)
      return found
    },
    async put(url, response) {
      try {
        const cache = await open()
        // the last in is the last to go
        await cache.delete(url, { ignoreVary: true })
        await cache.put(url, response)
        if (limits) await tidy(cache, limits)
      } catch (error) {
        // no room: pictures go first, so that the outbox and the catalogue keep theirs; the answer itself is not lost
        if (error instanceof DOMException && error.name === 'QuotaExceededError') await removePictures()
        else throw error
      }
    },
    async remove(url) {
      await (await open()).delete(url, { ignoreVary: true })
    },
    async urls() {
      return (await (await open()).keys()).map((request) => request.url)
    },
  }
}
