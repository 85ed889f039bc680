import type { I18n } from '@lingui/core'
import { fetchProduct } from '../data/catalogue/read.ts'
import { type CatalogueState, saveSentStock } from '../data/catalogue/store.ts'
import { getToken } from '../data/session/session.ts'
import type { Deps } from '../data/use-deps.tsx'
import { watchInstallPrompt } from '../ui/device/install-prompt.ts'
import { whenIdle } from '../ui/loading/when.ts'
import { cacheLateScripts } from './cache-late-scripts.ts'
import { pullCatalogueRegularly, watchCatalogue } from './catalogue-pulls.ts'
import { tellEndingOffers } from './ending-offers.ts'
import { sendFilesBehind } from './file-lane.ts'
import { tellNews } from './order-news.ts'
import { pullOrdersRegularly } from './order-pulls.ts'
import { persistStorage } from './persist-storage.ts'
import { renewPush } from './push-renewals.ts'
import { type AboutProduct, saveWorkerTexts, watchProductEntries, watchSending } from './sent-notices.ts'
import { saveStartPage, watchStartPage } from './start-page.ts'
import { watchInput } from './unsaved-input.ts'
import { watchWaiting } from './waiting-requests.ts'
import { watchQuery } from './watch-query.ts'
import { watchShop } from './watch-shop.ts'
import { startWorker } from './worker-client.ts'

interface Background {
  deps: Deps
  i18n: I18n
  onCatalogueChanged: (state: CatalogueState) => void
}

/** After the verdict on a review or a stock, the product on the server may differ from the saved one. */
async function refreshProduct(deps: Deps, payload: AboutProduct, state: 'done' | 'attention'): Promise<void> {
  const { fishe } = payload
  if (payload.kind === 'stock' && state === 'done') await saveSentStock(deps.db, { fishe, ...payload.body })
  await fetchProduct(deps, fishe)
}

/** Loads the code of the live stream when somebody is signed in and the page has nothing else to do; offline, it tries again. */
function followLiveLater(deps: Deps): () => void {
  const stop = new AbortController()
  let stopFollowing: (() => void) | undefined
  let isSignedIn = false
  const load = async () => {
    if (!isSignedIn || stopFollowing) return
    const { followLive } = await import('./live.ts')
    if (!stop.signal.aborted) stopFollowing ??= followLive(deps)
  }
  // without the code, the page asks regularly
  const loadLater = () => whenIdle(() => void load().catch(() => undefined))
  addEventListener('online', loadLater, { signal: stop.signal })
  const stopWatching = watchQuery(
    () => getToken(deps.db),
    (token) => {
      isSignedIn = token !== undefined
      if (isSignedIn) loadLater()
    },
  )
  return () => {
    stop.abort()
    stopWatching()
    stopFollowing?.()
  }
}

/** Starts everything that runs without a screen for the life of the page. Returns a function that stops it. */
export function startBackground({ deps, i18n, onCatalogueChanged }: Background): () => void {
  startWorker()
  watchInstallPrompt()
  const stops = [
    watchWaiting(deps),
    persistStorage(deps.db),
    watchSending(deps.db, i18n),
    watchProductEntries(deps.db, (payload, state) => void refreshProduct(deps, payload, state).catch(() => undefined)),
    saveWorkerTexts(deps.db, i18n),
    renewPush(deps, i18n),
    tellNews(deps, i18n),
    tellEndingOffers(deps, i18n),
    watchStartPage(i18n),
    watchInput(),
    cacheLateScripts(deps),
    pullCatalogueRegularly(deps),
    pullOrdersRegularly(deps),
    watchCatalogue(deps.db, performance.timeOrigin, (state) => {
      onCatalogueChanged(state)
      saveStartPage(i18n)
    }),
    watchShop(deps.db, () => saveStartPage(i18n)),
    followLiveLater(deps),
    sendFilesBehind(deps),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
