import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/page.tsx'
import { InstallPanel } from './install-panel.tsx'
import { OutboxPanel } from './outbox-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { SavedPanel } from './saved-panel.tsx'

/** What is saved on this device: the outbox, the catalogue and pictures. */
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
