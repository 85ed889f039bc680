import { useSyncExternalStore } from 'react'
import { createStore } from '../../lib/store.ts'

/** Chromium's event when the app can be installed; TypeScript has no type for it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const savedPrompt = createStore<InstallEvent | undefined>(undefined)

/** Saves the browser's install prompt for the menu entry and suppresses its banner. Call once at the start. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // the browser fires this event with this shape
    savedPrompt.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => savedPrompt.set(undefined))
}

/** Opens the browser's install prompt, which can be used only once. */
export async function promptInstall(): Promise<void> {
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
