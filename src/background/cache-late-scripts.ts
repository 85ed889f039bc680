import { hasRight } from '../../contract/accounts.ts'
import { getSession } from '../data/session/session.ts'
import type { Deps } from '../data/use-deps.tsx'
import { cacheNames } from '../lib/cache-names.ts'
import { whenIdle } from '../ui/loading/when.ts'
import { watchQuery } from './watch-query.ts'

/** What is to be saved: the script of shipments, and for those who make papers the one that prints drafts of them. */
type Wanted = 'nothing' | 'shipment' | 'papers too'

/** Saves the scripts; those of earlier versions are no longer needed, since pages that run them have loaded them. */
async function save(wanted: Wanted): Promise<void> {
  const loading = [import('../parts/shipment/shipment-parts.ts')]
  const drafts = wanted === 'papers too' ? [import('../features/desk/paper-draft.tsx')] : []
  const addresses = (await Promise.all([...loading, ...drafts])).map(({ address }) => address)
  const cache = await caches.open(cacheNames.late)
  const saved = (await cache.keys()).map(({ url }) => url)
  await cache.addAll(addresses.filter((address) => !saved.includes(address)))
  for (const url of saved) if (!addresses.includes(url)) await cache.delete(url)
}

/**
 * Saves the scripts of shipments and of papers for times without a connection as soon as an accepted order is on the device. Tries
 * again with the next connection.
 */
export function cacheLateScripts({ db }: Pick<Deps, 'db'>, signal: AbortSignal): void {
  let wanted: Wanted = 'nothing'
  const workers = navigator.serviceWorker
  // without a worker nothing is saved; another worker is of a newer version, whose scripts this page would delete
  let own = workers?.controller
  const start = () =>
    whenIdle(() => {
      own ??= workers?.controller
      if (wanted !== 'nothing' && own && own === workers.controller) void save(wanted).catch(() => undefined)
    })
  addEventListener('online', start, { signal })
  // on a first visit the orders may be there before the worker
  workers?.addEventListener('controllerchange', start, { signal })
  watchQuery(
    async (): Promise<Wanted> => {
      const shipped = await db.orders.filter(({ order }) => order.shipment !== undefined).count()
      if (shipped === 0) return 'nothing'
      return hasRight(await getSession(db), 'orders') ? 'papers too' : 'shipment'
    },
    (found) => {
      wanted = found
      if (found !== 'nothing') start()
    },
    signal,
  )
}
