import type { I18n } from '@lingui/core'
import { fetchProduct } from '../data/catalogue/read.ts'
import { saveSentStock } from '../data/catalogue/store.ts'
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
  /** of the settings that the page opened with */
  shopVersion: number
  /** ends it all; a page runs until it is closed */
  signal: AbortSignal
}

/** After the verdict on a review or a stock, the product on the server may differ from the saved one. */
async function refreshProduct(deps: Deps, payload: AboutProduct, state: 'done' | 'attention'): Promise<void> {
  const { fishe } = payload
  if (payload.kind === 'stock' && state === 'done') await saveSentStock(deps.db, { fishe, ...payload.body })
  await fetchProduct(deps, fishe)
}

/** Loads the code of the live stream when somebody is signed in and the page has nothing else to do; offline, it tries again. */
function followLiveLater(deps: Deps, signal: AbortSignal): void {
  let isFollowing = false
  let isSignedIn = false
  const load = async () => {
    if (!isSignedIn) return
    const { followLive } = await import('./live.ts')
    if (!isFollowing && !signal.aborted) followLive(deps, signal)
    isFollowing = true
  }
  // without the code, the page asks regularly
  const loadLater = () => whenIdle(() => void load().catch(() => undefined))
  addEventListener('online', loadLater, { signal })
  const onToken = (token: string | undefined) => {
    isSignedIn = token !== undefined
    if (isSignedIn) loadLater()
  }
  watchQuery(() => getToken(deps.db), onToken, signal)
}

/** Starts everything that runs without a screen for the life of the page. */
export function startBackground({ deps, i18n, shopVersion, signal }: Background): void {
  startWorker()
  watchInstallPrompt()
  const { db } = deps
  watchWaiting(deps, signal)
  persistStorage(db, signal)
  watchSending(db, i18n, signal)
  watchProductEntries(db, (...answer) => void refreshProduct(deps, ...answer).catch(() => undefined), signal)
  saveWorkerTexts(db, i18n, signal)
  renewPush(deps, i18n, signal)
  tellNews(deps, i18n, signal)
  tellEndingOffers(deps, i18n, signal)
  watchStartPage(i18n, signal)
  watchInput(signal)
  cacheLateScripts(deps, signal)
  pullCatalogueRegularly(deps, signal)
  pullOrdersRegularly(deps, signal)
  watchCatalogue({ db, opened: performance.timeOrigin, signal }, () => saveStartPage(i18n))
  watchShop({ db, version: shopVersion, signal }, () => saveStartPage(i18n))
  followLiveLater(deps, signal)
  sendFilesBehind(deps, signal)
}
