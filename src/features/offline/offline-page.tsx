import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '../../parts/page.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { InstallPanel } from './install-panel.tsx'
import { OutboxPanel, useOutbox } from './outbox-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { SavedPanel, useSavedCatalogue } from './saved-panel.tsx'
import { useStorage } from './use-storage.ts'

/** What is saved on this device: the outbox, the catalogue and pictures. */
export function OfflinePage() {
  const { t } = useLingui()
  const outbox = useOutbox()
  const catalogue = useSavedCatalogue()
  const { storage, persist } = useStorage()
  return (
    <Page
      title={t`Saved on this device`}
      narrow
      lead={<Trans>The shop works without a connection. Here you see what this device has saved for that.</Trans>}
    >
      {outbox ? <OutboxPanel {...outbox} /> : <Spinner />}
      {/* a panel that grew later would move the buttons below it away from a finger */}
      {outbox && catalogue && storage && (
        <>
          <SavedPanel catalogue={catalogue} storage={storage} onPersist={persist} />
          <PicturesPanel />
          <InstallPanel />
        </>
      )}
    </Page>
  )
}
