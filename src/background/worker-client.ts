import type { Workbox } from 'workbox-window'
import { createStore } from '../lib/store.ts'
import { isAway } from '../ui/connection.ts'
import { tellWorker } from '../ui/worker-channel.ts'
import { hasUnsavedInput } from './unsaved-input.ts'

/*
 * The page's side of the worker: registration, and updates by consent. A new version waits until somebody presses
 * Reload; tabs that keep the old version go on working, since its chunks are set aside (sw/precache.ts).
 */

/** How often a page that stays open looks for a new version, ms. */
const lookEvery = 3_600_000

/** How long a page may still be there after it has said that it is being left, ms. */
const leavingTakes = 30_000

/** Whether a new version waits for consent. */
export const updateReady = createStore(false)
let accepted = false
let workbox: Workbox | undefined

/** Takes the new version: it becomes active, and this page loads it. Called by the Reload button only. */
export async function acceptUpdate(): Promise<void> {
  accepted = true
  const registration = await navigator.serviceWorker.getRegistration()
  // another tab may have accepted it before: then the new version is active and only this page is old
  if (registration?.waiting) workbox?.messageSkipWaiting()
  else location.reload()
}

/** Registers the worker once the page is up, so that it takes nothing from the first screen. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  reloadOnLostChunk()
  const register = () => void registerWorker().catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

async function registerWorker(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  workbox = new Workbox(new URL('sw.js', document.baseURI).href)
  workbox.addEventListener('waiting', () => updateReady.set(true))
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // not workbox's `isUpdate`: it is false when the first install happened in this same page
    if (accepted) location.reload()
    else onControl()
  })
  if (navigator.serviceWorker.controller) tellWorker({ kind: 'PULL_CATALOGUE' })
  const registration = await workbox.register()
  // a blocked worker registers as nothing
  if (!registration) return
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, lookEvery)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/** The worker now controls a page that loaded without it: what the page has already goes through the worker's caches. */
function onControl(): void {
  tellWorker({ kind: 'PULL_CATALOGUE' })
  for (const { currentSrc } of document.images) {
    // answered from the browser's own cache: the addresses are immutable
    if (currentSrc.startsWith(`${location.origin}/`)) void fetch(currentSrc).catch(() => undefined)
  }
}

/**
 * A chunk that cannot be loaded mostly belongs to a version that is gone. The page is then loaded anew: once per
 * version, never without a connection, never over a half-filled form. In all other cases the error screen says it.
 * Firefox fails what a page is still loading when it is left: a reload would end the way to the next page.
 */
function reloadOnLostChunk(): void {
  let isLeaving = false
  addEventListener('beforeunload', () => {
    isLeaving = true
    // a download or a mail leaves the page where it is
    setTimeout(() => {
      isLeaving = false
    }, leavingTakes)
  })
  addEventListener('vite:preloadError', (event) => {
    const message = event.payload.message
    // without it everything shows, only nothing moves
    if (/motion/.test(message)) return
    const version = document.querySelector<HTMLScriptElement>('#entry')?.src ?? ''
    const tried = `reloaded:${version}`
    try {
      // the router's own reload ignores forms and connections: this entry tells it that it has reloaded already
      sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
      if (isLeaving || sessionStorage.getItem(tried) || !navigator.onLine || isAway() || hasUnsavedInput()) return
      sessionStorage.setItem(tried, '1')
    } catch {
      // without session storage nobody can count, so there is no reload
      return
    }
    location.reload()
  })
}
