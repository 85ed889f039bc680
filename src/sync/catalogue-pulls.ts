import { getCatalogueState } from '../db/products.ts'
import type { ShopDatabase } from '../db/schema.ts'
import type { Deps } from '../db/use-deps.tsx'
import { everyUnlessLive } from './connection.ts'
import { pullCatalogue, pullGap, pullInterval } from './pull.ts'
import { watchQuery } from './watch-query.ts'
import { tellWorker } from './worker-channel.ts'

/** On a first visit, how long the page waits for the worker before it pulls the catalogue itself, ms. */
const workerTimeout = 4000

/** Pulls the catalogue's changes after a hint of the shop: the last pull came before one. */
export async function pullCatalogueNow({ db, api, clock }: Pick<Deps, 'db' | 'api' | 'clock'>): Promise<void> {
  if (!tellWorker({ kind: 'CATALOGUE_CHANGED' })) await pullCatalogue({ db, api, clock })
}

/**
 * Pulls changes of the catalogue while the page is visible, every minute where no live stream is open and at once when somebody looks at it again or the
 * connection returns: through the worker, or in the page where there is none (plain HTTP, some private windows). The worker
 * also pulls when it starts to control the page (worker-client.ts).
 */
export function pullCatalogueRegularly(
  { db, api, clock }: Pick<Deps, 'db' | 'api' | 'clock'>,
  signal: AbortSignal,
): void {
  const pull = () => {
    if (document.visibilityState !== 'visible' || tellWorker({ kind: 'PULL_CATALOGUE' })) return
    // without an answer or a database, the next pull tries again
    void pullCatalogue({ db, api, clock, signal, gap: pullGap }).catch(() => undefined)
  }
  const start = setTimeout(pull, workerTimeout)
  const stopAsking = everyUnlessLive(pullInterval, pull)
  for (const reason of ['focus', 'pageshow', 'online']) addEventListener(reason, pull, { signal })
  document.addEventListener('visibilitychange', pull, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(start)
    stopAsking()
  })
}

/**
 * Calls `onChange` after each change of the saved catalogue, also after its first fill, whichever tab or worker pulled it, even
 * if that pull was interrupted after some pages. A pull after `opened` (ms since 1970) counts as a change: the screens may have
 * read before it.
 */
export function watchCatalogue(
  { db, opened, signal }: { db: ShopDatabase; opened: number; signal: AbortSignal },
  onChange: () => void,
): void {
  let shown: { cursor: string | undefined } | undefined
  watchQuery(
    () => getCatalogueState(db),
    (state) => {
      // an incomplete copy is not shown
      const usable = state?.complete ? state : undefined
      const isChanged = shown ? shown.cursor !== usable?.cursor : (state?.at ?? 0) > opened
      shown = { cursor: usable?.cursor }
      if (isChanged && usable) onChange()
    },
    signal,
  )
}
