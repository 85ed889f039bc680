import type { Deps } from '../data/use-deps.tsx'
import { cacheNames } from '../lib/cache-names.ts'
import { whenIdle } from '../ui/loading/when.ts'
import { watchQuery } from './watch-query.ts'

/** Saves the script; those of earlier versions are no longer needed, since pages that run them have loaded them. */
async function keep(): Promise<void> {
  const { address } = await import('../ui/shipment/shipment-parts.ts')
  const cache = await caches.open(cacheNames.late)
  if (await cache.match(address)) return
  await cache.add(address)
  for (const { url } of await cache.keys()) if (url !== address) await cache.delete(url)
}

/**
 * Saves the script of shipments for times without a connection as soon as an accepted order is on the device. Tries again with
 * the next connection. Returns a function that stops it.
 */
export function cacheShipmentScript({ db }: Pick<Deps, 'db'>): () => void {
  const stop = new AbortController()
  let isWanted = false
  // without a worker nothing is saved
  const start = () =>
    whenIdle(() => void (isWanted && navigator.serviceWorker?.controller && keep().catch(() => undefined)))
  addEventListener('online', start, { signal: stop.signal })
  const stopWatching = watchQuery(
    () => db.orders.filter(({ order }) => order.shipment !== undefined).count(),
    (count) => {
      isWanted = count > 0
      if (isWanted) start()
    },
  )
  return () => {
    stop.abort()
    stopWatching()
  }
}
