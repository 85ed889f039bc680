import type { I18n } from '@lingui/core'
import { fetchProduct } from '../catalogue/read.ts'
import { saveSentStock } from '../catalogue/store.ts'
import type { Deps } from '../ui/deps.tsx'
import { watchInstallPrompt } from '../ui/install-prompt.ts'
import { pullCatalogueRegularly, watchCatalogue } from './catalogue-pulls.ts'
import { pullOrdersRegularly } from './order-pulls.ts'
import { watchForSomethingToLose } from './persist-storage.ts'
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
  /** the catalogue has changed: what the page shows is read again */
  onCatalogueChanged: () => void
}

async function refreshProduct(deps: Deps, payload: AboutProduct, state: 'done' | 'attention'): Promise<void> {
  const { fishe } = payload
  if (payload.kind === 'stock' && state === 'done') await saveSentStock(deps.db, { fishe, ...payload.body })
  await fetchProduct(deps, fishe)
}

/** Starts what has no screen of its own, for as long as the page lives. Answers the way to stop it all. */
export function startBackground({ deps, i18n, onCatalogueChanged }: Background): () => void {
  startWorker()
  watchInstallPrompt()
  const stops = [
    watchWaiting(deps),
    watchForSomethingToLose(deps.db),
    watchSending(deps.db, i18n),
    // the shop shows it with the product from now on, or has something else there
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
