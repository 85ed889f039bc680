import type { I18n } from '@lingui/core'
import type { Deps } from '../ui/deps.tsx'
import { pullWithoutWorker } from './catalogue-pulls.ts'
import { watchForSomethingToLose } from './keep-storage.ts'
import { keepWorkerTexts, watchSending } from './sent-notices.ts'
import { watchReviews } from './sent-reviews.ts'
import { watchWaiting } from './waiting-requests.ts'

interface Background {
  deps: Deps
  i18n: I18n
  /** the catalogue has changed: what stands on the page is read again */
  onCatalogueChanged: () => void
}

/** What goes on behind the screens once they stand, for as long as the page lives. Answers the way to stop it all. */
export function startBackground({ deps, i18n, onCatalogueChanged }: Background): () => void {
  const stops = [
    watchWaiting(deps),
    watchForSomethingToLose(deps.db),
    watchSending(deps.db, i18n),
    watchReviews(deps.db, onCatalogueChanged),
    keepWorkerTexts(deps.db, i18n),
    pullWithoutWorker(deps, onCatalogueChanged),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
