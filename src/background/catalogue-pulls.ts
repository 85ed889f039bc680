import { pullCatalogue, pullInterval } from '../catalogue/pull.ts'
import { getCatalogueState } from '../catalogue/store.ts'
import type { ShopDatabase } from '../db/database.ts'
import type { Deps } from '../ui/deps.tsx'
import { tellWorker } from '../ui/worker-channel.ts'
import { watchQuery } from './watch-query.ts'

/** On a first visit, how long the page waits for the worker before it pulls the catalogue itself, ms. */
const workerTimeout = 10_000

/**
 * Pulls changes of the catalogue while the page is visible: through the worker, or in the page where there is none (plain
 * HTTP, some private windows). Returns a function that stops it.
 */
export function pullCatalogueRegularly({ db, api, clock }: Pick<Deps, 'db' | 'api' | 'clock'>): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const pull = () => {
    if (document.visibilityState !== 'visible' || tellWorker({ kind: 'PULL_CATALOGUE' })) return
    // without an answer or a database, the next pull tries again
    void pullCatalogue({ db, api, clock, signal }).catch(() => undefined)
  }
  const start = setTimeout(pull, workerTimeout)
  const timer = setInterval(pull, pullInterval)
  document.addEventListener('visibilitychange', pull, { signal })
  return () => {
    stop.abort()
    clearTimeout(start)
    clearInterval(timer)
  }
}

/**
 * Calls `onChange` after each change of a complete saved catalogue, whichever tab or worker pulled it, even if that pull
 * was interrupted after some pages. Returns a function that stops it.
 */
export function watchCatalogue(db: ShopDatabase, onChange: () => void): () => void {
  let shown: string | undefined
  return watchQuery(
    () => getCatalogueState(db),
    (state) => {
      const cursor = state?.complete ? state.cursor : undefined
      const isChanged = shown !== undefined && cursor !== shown
      shown = cursor
      if (isChanged) onChange()
    },
  )
}
