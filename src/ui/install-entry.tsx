import { Trans, useLingui } from '@lingui/react/macro'
import { type ElementType, useState } from 'react'
import { FormDialog } from './dialog.tsx'
import { promptInstall, useInstallWay } from './install-prompt.ts'

/** `Install`, where the browser offers it; on iOS it explains how. Nothing elsewhere and once it is installed. */
export function InstallEntry({ as: Button = 'button', className }: { as?: ElementType; className?: string }) {
  const { t } = useLingui()
  const way = useInstallWay()
  const [telling, setTelling] = useState(false)
  if (way === undefined) return null
  return (
    <>
      <Button
        type="button"
        className={className}
        onClick={() => (way === 'prompt' ? void promptInstall() : setTelling(true))}
      >
        <Trans comment="Button: puts the app on the home screen">Install</Trans>
      </Button>
      <FormDialog open={telling} onClose={() => setTelling(false)} title={t`Put the app on the home screen`}>
        <IosSteps />
      </FormDialog>
    </>
  )
}

/** The three steps of Safari; an installed app also keeps what it has saved for longer. */
function IosSteps() {
  return (
    <ol>
      <li>
        <Trans>Tap the share button of Safari.</Trans>
      </li>
      <li>
        <Trans>Choose “Add to Home Screen”.</Trans>
      </li>
      <li>
        <Trans>Tap “Add”, and open the shop from its icon.</Trans>
      </li>
    </ol>
  )
}
