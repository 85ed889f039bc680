import { cacheNames } from '../lib/cache-names.ts'

/** On a full disk pictures give way to what people wrote (failure 2). The app itself stays. */
export async function freeSpace(): Promise<void> {
  if (!('caches' in globalThis)) return
  const { seen, saved } = cacheNames
  await Promise.all([seen, saved].map((name) => caches.delete(name)))
}
