import { cacheNames } from '../src/lib/cache-names.ts'

declare const self: ServiceWorkerGlobalScope

/** The shell's cache; its entries carry their own revision. */
export const shellCache = 'shell-precache-v1'

/** Deletes every cache that this version does not know: those of older versions. IndexedDB is never touched. */
export async function removeForeignCaches(startCache: string): Promise<void> {
  const known: string[] = [...Object.values(cacheNames), shellCache, startCache]
  const names = await self.caches.keys()
  await Promise.all(names.filter((name) => !known.includes(name)).map((name) => self.caches.delete(name)))
}

/** Bytes that can be fetched again and are given up first when the device runs out of room: pictures. */
export async function removePictures(): Promise<void> {
  await Promise.all([self.caches.delete(cacheNames.seen), self.caches.delete(cacheNames.saved)])
}
