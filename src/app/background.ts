import type { I18n } from '@lingui/core'
import type { Deps } from '../ui/deps.tsx'
import { watchConnection } from '../ui/connection.ts'
import { keepInstallPrompt } from '../ui/install-prompt.ts'
import { pullWithoutWorker } from './catalogue-pulls.ts'
import { watchForSomethingToLose } from './keep-storage.ts'
import { keepWorkerTexts, watchSending } from './sent-notices.ts'
import { startSyncTriggers } from './sync-triggers.ts'
import { watchInput } from './unsaved-input.ts'
import { onCatalogueChanged, startWorker } from './worker-client.ts'

interface Background {
  deps: Deps
  i18n: I18n
  /** the catalogue has changed: what stands on the page is read again */
  onCatalogueChanged: () => void
}

/** What goes on behind the screens for as long as the page lives, outside of React. Answers the way to stop it all. */
export function startBackground({ deps, i18n, onCatalogueChanged: changed }: Background): () => void {
  startWorker()
  keepInstallPrompt()
  const stops = [
    startSyncTriggers(deps),
    watchConnection(() => deps.api.call('health')),
    watchForSomethingToLose(deps.db),
    watchSending(deps.db, i18n),
    keepWorkerTexts(deps.db, i18n),
    watchInput(),
    onCatalogueChanged(changed),
    pullWithoutWorker(deps, changed),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
