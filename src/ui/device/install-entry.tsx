import { Trans, useLingui } from '@lingui/react/macro'
import { type ElementType, type MouseEvent, useState } from 'react'
import { FormDialog } from '../dialogs/dialog.tsx'
import { promptInstall, useInstallWay } from './install-prompt.ts'

/** The Install button; on iOS it explains how to install by hand. Nothing where the app is installed or cannot be. */
export function InstallEntry({ as: Button = 'button', className }: { as?: ElementType; className?: string }) {
  const { t } = useLingui()
  const way = useInstallWay()
  const [isExplaining, setExplaining] = useState(false)
  if (way === undefined) return null
  return (
    <>
      <Button
        type="button"
        className={className}
        onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
          // an open menu lies above every dialog
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          if (way === 'prompt') void promptInstall()
          else setExplaining(true)
        }}
      >
        <Trans comment="Button: puts the app on the home screen">Install</Trans>
      </Button>
      {isExplaining && (
        <FormDialog onClose={() => setExplaining(false)} title={t`Put the app on the home screen`}>
          <IosSteps />
        </FormDialog>
      )}
    </>
  )
}

/** The steps in Safari. */
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
