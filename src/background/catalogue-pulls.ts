import { liveQuery } from 'dexie'
import { pullCatalogue, pullInterval } from '../catalogue/pull.ts'
import { getCatalogueState } from '../catalogue/store.ts'
import type { ShopDatabase } from '../db/database.ts'
import type { Deps } from '../ui/deps.tsx'
import { tellWorker } from '../ui/worker-channel.ts'

/** How long the page waits for a worker at a first visit before it fetches the catalogue itself, ms. */
const workerTimeout = 10_000

/**
 * Asks for the changes of the catalogue while the page is looked at: by the worker, or by the page itself where there is none
 * (plain HTTP, some private windows). Answers the way to stop.
 */
export function pullCatalogueRegularly({ db, api, clock }: Pick<Deps, 'db' | 'api' | 'clock'>): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const pull = () => {
    if (document.visibilityState !== 'visible' || tellWorker({ kind: 'PULL_CATALOGUE' })) return
    // nobody answered, or there is no database: the next time will do
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
 * Calls `onChange` after each change of a complete saved catalogue, whichever tab or worker pulled it, and also when the
 * pull was interrupted after some pages. Answers the way to stop.
 */
export function watchCatalogue(db: ShopDatabase, onChange: () => void): () => void {
  let shown: string | undefined
  const watch = liveQuery(() => getCatalogueState(db)).subscribe({
    next: (state) => {
      const cursor = state?.complete ? state.cursor : undefined
      const isChanged = shown !== undefined && cursor !== shown
      shown = cursor
      if (isChanged) onChange()
    },
    // without a database there is no saved catalogue
    error: () => undefined,
  })
  return () => watch.unsubscribe()
}
