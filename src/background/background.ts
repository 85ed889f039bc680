import type { I18n } from '@lingui/core'
import { fetchProduct } from '../catalogue/read.ts'
import { saveSentStock } from '../catalogue/store.ts'
import type { Deps } from '../ui/deps.tsx'
import { watchInstallPrompt } from '../ui/install-prompt.ts'
import { pullCatalogueRegularly, watchCatalogue } from './catalogue-pulls.ts'
import { pullOrdersRegularly } from './order-pulls.ts'
import { persistStorage } from './persist-storage.ts'
import { renewPush } from './push-renewals.ts'
import { type AboutProduct, saveWorkerTexts, watchProductEntries, watchSending } from './sent-notices.ts'
import { saveStartPage, watchStartPage } from './start-page.ts'
import { watchInput } from './unsaved-input.ts'
import { watchWaiting } from './waiting-requests.ts'
import { watchShop } from './watch-shop.ts'
import { startWorker } from './worker-client.ts'

interface Background {
  deps: Deps
  i18n: I18n
  /** called when the saved catalogue has changed, so that the page reads its data again */
  onCatalogueChanged: () => void
}

/** After the verdict on a review or a stock, the product on the server may differ from the saved one. */
async function refreshProduct(deps: Deps, payload: AboutProduct, state: 'done' | 'attention'): Promise<void> {
  const { fishe } = payload
  if (payload.kind === 'stock' && state === 'done') await saveSentStock(deps.db, { fishe, ...payload.body })
  await fetchProduct(deps, fishe)
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
    watchStartPage(i18n),
    watchInput(),
    pullCatalogueRegularly(deps),
    pullOrdersRegularly(deps),
    watchCatalogue(deps.db, () => {
      onCatalogueChanged()
      saveStartPage(i18n)
    }),
    watchShop(deps.db, () => saveStartPage(i18n)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
