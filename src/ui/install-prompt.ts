import { useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'

/** What Chromium fires when the app can be installed; no part of the standard's types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offer = createStore<InstallEvent | undefined>(undefined)

/** Shows the browser's offer as an entry of the menu, in place of its banner. Call once at the start. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // the browser fires this event with this shape
    offer.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => offer.set(undefined))
}

/** Shows the browser's own question; an offer can be used once. */
export async function promptInstall(): Promise<void> {
  const event = offer.get()
  offer.set(undefined)
  await event?.prompt()
}

/** `prompt`: the browser asks · `ios`: by hand, in the share sheet · undefined: installed already or not possible. */
export function useInstallWay(): 'prompt' | 'ios' | undefined {
  return useSyncExternalStore(offer.subscribe, installWay, () => undefined)
}

function installWay(): 'prompt' | 'ios' | undefined {
  if (offer.get()) return 'prompt'
  return isIos() && !matchMedia('(display-mode: standalone)').matches ? 'ios' : undefined
}

/** An iPad calls itself a Mac with a touch screen. */
function isIos(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator
  return /iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(platform) && maxTouchPoints > 1)
}
