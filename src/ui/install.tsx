import { Trans, useLingui } from '@lingui/react/macro'
import { type ElementType, type MouseEvent, useState, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'
import { FormDialog } from './dialogs/dialog.tsx'

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
          // an open menu lies above every dialog; Safari 17 throws where it is not open, as on a wide iPad
          currentTarget.closest<HTMLElement>(':popover-open')?.hidePopover()
          if (way === 'prompt') void promptInstall()
          else setExplaining(true)
        }}
      >
        <Trans comment="Button: puts the app on the home screen">Install</Trans>
      </Button>
      {isExplaining && (
        <FormDialog onClose={() => setExplaining(false)} title={t`Put the app on the home screen`}>
          <ol>
            <li>{t`Tap the share button of the browser, a square with an arrow. It may be behind the three dots.`}</li>
            <li>{t`Choose “Add to Home Screen”.`}</li>
            <li>{t`Tap “Add”, and open the shop from its icon.`}</li>
          </ol>
        </FormDialog>
      )}
    </>
  )
}

/** Chromium's event when the app can be installed; TypeScript has no type for it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const savedPrompt = createStore<InstallEvent | undefined>(undefined)

/** Saves the browser's install prompt for the menu entry and suppresses its banner. Call once at the start. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    savedPrompt.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => savedPrompt.set(undefined))
}

async function promptInstall(): Promise<void> {
  const event = savedPrompt.get()
  savedPrompt.set(undefined)
  await event?.prompt()
}

/** `prompt`: the browser's prompt · `ios`: by hand, in the share sheet · undefined: already installed or not possible. */
export function useInstallWay(): 'prompt' | 'ios' | undefined {
  return useSyncExternalStore(savedPrompt.subscribe, installWay, () => undefined)
}

function installWay(): 'prompt' | 'ios' | undefined {
  if (savedPrompt.get()) return 'prompt'
  return isIos() && !matchMedia('(display-mode: standalone)').matches ? 'ios' : undefined
}

/** An iPad identifies itself as a Mac, but has a touch screen. */
function isIos(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator
  return /iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(platform) && maxTouchPoints > 1)
}
