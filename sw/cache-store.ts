import { CacheExpiration } from 'workbox-expiration'
import { removePictures } from './caches.ts'
import type { Store } from './store.ts'

declare const self: ServiceWorkerGlobalScope

export interface StoreLimits {
  maxEntries: number
  maxAgeSeconds: number
}

export function createStore(cacheName: string, limits?: StoreLimits): Store {
  const expiration = limits && new CacheExpiration(cacheName, limits)
  const open = () => self.caches.open(cacheName)
  return {
    async get(url) {
      const found = await (await open()).match(url, { ignoreVary: true })
      // used lately means kept longer; nobody waits for the note
      if (found) void expiration?.updateTimestamp(url).catch(() => undefined)
      return found
    },
    async put(url, response) {
      try {
        await (await open()).put(url, response)
        await expiration?.updateTimestamp(url)
        await expiration?.expireEntries()
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
