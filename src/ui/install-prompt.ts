import { useSyncExternalStore } from 'react'

/** What Chromium fires when the app can be installed; no part of the standard's types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

function offer(event: InstallEvent | undefined): void {
  offered = event
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer for the entry in the menu, in place of its own banner. Call once at the start. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // the browser fires this event with this shape
    offer(event as InstallEvent)
  })
  addEventListener('appinstalled', () => offer(undefined))
}

/** Shows the browser's own question; an offer can be used once. */
export async function promptInstall(): Promise<void> {
  const event = offered
  offer(undefined)
  await event?.prompt()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `prompt`: the browser asks · `ios`: by hand, in the share sheet · undefined: installed already or not possible. */
export function useInstallWay(): 'prompt' | 'ios' | undefined {
  return useSyncExternalStore(subscribe, installWay, () => undefined)
}

function installWay(): 'prompt' | 'ios' | undefined {
  if (offered) return 'prompt'
  return isIos() && !matchMedia('(display-mode: standalone)').matches ? 'ios' : undefined
}

/** An iPad calls itself a Mac with a touch screen. */
function isIos(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator
  return /iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(platform) && maxTouchPoints > 1)
}
