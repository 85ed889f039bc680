import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/page.tsx'
import { InstallPanel } from './install-panel.tsx'
import { OutboxPanel } from './outbox-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { SavedPanel } from './saved-panel.tsx'

/** What this device holds: the catalogue, pictures, and what has not reached the shop yet. */
export function OfflinePage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Saved on this device`}
      narrow
      lead={<Trans>The shop works without a connection. Here you see what this device has saved for that.</Trans>}
    >
      <OutboxPanel />
      <SavedPanel />
      <PicturesPanel />
      <InstallPanel />
    </Page>
  )
}
