import { pullCatalogue, pullInterval } from '../sync/catalogue.ts'
import type { Deps } from '../ui/deps.tsx'

/** The worker gets this long to take charge of a first visit before the page fetches the catalogue itself, ms. */
const workerHasUntil = 10_000

/**
 * Where no worker is in charge (plain HTTP, some private windows) the page keeps the saved catalogue itself, so that
 * search and quantities work between two answers. Answers the way to stop.
 */
export function pullWithoutWorker({ db, api, clock }: Pick<Deps, 'db' | 'api' | 'clock'>, changed: () => void) {
  const stop = new AbortController()
  const pull = async () => {
    const worker = 'serviceWorker' in navigator && navigator.serviceWorker.controller
    if (worker || document.visibilityState !== 'visible') return
    const result = await pullCatalogue({ db, api, clock, signal: stop.signal })
    if (result && !result.first && result.changed.length + result.deleted.length > 0) changed()
  }
  // nobody answered, or there is no database: the next time will do
  const tryPull = () => void pull().catch(() => undefined)
  const start = setTimeout(tryPull, workerHasUntil)
  const timer = setInterval(tryPull, pullInterval)
  return () => {
    stop.abort()
    clearTimeout(start)
    clearInterval(timer)
  }
}
