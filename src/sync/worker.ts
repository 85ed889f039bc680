import type { Workbox } from 'workbox-window'
import { type FromWorker, parseFromWorker, type ToWorker } from '../../contract/sw-messages.ts'
import { createStore } from '../lib/store.ts'
import { isAway } from './connection.ts'

/** Undefined on plain HTTP, in some private windows and in tests: the app then works without a worker. */
export function workers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

/** Sends a message to the worker that controls this page. False when there is none. */
export function tellWorker(message: ToWorker): boolean {
  const worker = workers()?.controller
  worker?.postMessage(message)
  return worker !== undefined && worker !== null
}

/** Listens to messages of the worker; returns a function that stops it. */
export function onWorkerMessage(listener: (message: FromWorker) => void): () => void {
  const container = workers()
  if (!container) return () => undefined
  const receive = (event: MessageEvent) => {
    const message = parseFromWorker(event.data)
    if (message) listener(message)
  }
  container.addEventListener('message', receive)
  // delivers messages that arrived before there was a listener
  container.startMessages()
  return () => container.removeEventListener('message', receive)
}

/*
 * Registers the worker. A new version waits until the person presses Reload, and tabs with the old one go on working, since the
 * worker saves its chunks (sw/precache.ts).
 */

/** How often an open page looks for a new version, ms. */
const updateInterval = 3_600_000

/** How long after `beforeunload` a page counts as being left, ms. */
const leavingTime = 30_000

/** Timeout of the activation of a new version after Reload was pressed, ms. Then the page reloads all the same, and the version is offered again. */
const activationTimeout = 30_000

/** Whether a new version is installed and waits for consent. */
export const updateReady = createStore(false)
let accepted = false
let workbox: Workbox | undefined

/** Activates the new version and reloads the page. Only the Reload button calls this. */
export async function acceptUpdate(): Promise<void> {
  accepted = true
  setTimeout(() => location.reload(), activationTimeout)
  const registration = await navigator.serviceWorker.getRegistration()
  // if another tab has accepted it, the new version is active already and only this page is old
  if (!registration?.waiting) return location.reload()
  tellWorker({ kind: 'LEAVE' })
  workbox?.messageSkipWaiting()
}

/** Offers the new version again after an hour, or at the next start. */
export function postponeUpdate(): void {
  updateReady.set(false)
  setTimeout(() => updateReady.set(true), updateInterval)
}

/** Registers the worker after the page has loaded, so that it does not delay the first screen. */
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
    // not Workbox's `isUpdate`, which is false when the first install happened in this same page
    if (accepted) location.reload()
    else onControl()
  })
  const registration = await workbox.register()
  // undefined where workers are blocked
  if (!registration) return
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, updateInterval)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/** The worker now controls a page that loaded without it: fetches its pictures again, so that the worker caches them. */
function onControl(): void {
  for (const { currentSrc } of document.images) {
    // the browser's HTTP cache answers: the addresses are immutable
    if (currentSrc.startsWith(`${location.origin}/`)) void fetch(currentSrc).catch(() => undefined)
  }
}

/** Reloads when a chunk of an older version is gone: once a version, and not while offline, left, half filled or in a dialog. */
function reloadOnLostChunk(): void {
  let isLeaving = false
  addEventListener('beforeunload', () => {
    isLeaving = true
    // a download or a mail link fires the event, but the page stays
    setTimeout(() => {
      isLeaving = false
    }, leavingTime)
  })
  addEventListener('vite:preloadError', (event) => {
    const message = event.payload.message
    // the app works without animations and without the live stream
    if (/motion|\/stream-/.test(message)) return
    const version = document.querySelector<HTMLScriptElement>('#entry')?.src ?? ''
    const tried = `reloaded:${version}`
    try {
      const isBusy = isLeaving || hasUnsavedInput() || document.querySelector('[role=dialog], [role=alertdialog]')
      if (isBusy || sessionStorage.getItem(tried) || !navigator.onLine || isAway()) return
      sessionStorage.setItem(tried, '1')
    } catch {
      // without session storage reloads cannot be counted
      return
    }
    location.reload()
  })
}

/** Forms with input that was not submitted; search forms do not count. */
const touched = new Set<Element>()

function formOf({ target }: Event): Element | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('form:not([role=search])') ?? undefined
}

/** Watches all forms of the page. */
export function watchInput(signal: AbortSignal): void {
  const options = { capture: true, signal }
  const add = (event: Event) => {
    const form = formOf(event)
    if (form) touched.add(form)
  }
  const remove = (event: Event) => {
    const form = formOf(event)
    if (form) touched.delete(form)
  }
  document.addEventListener('input', add, options)
  document.addEventListener('submit', remove, options)
  document.addEventListener('reset', remove, options)
}

/** Whether there is a half-filled form on the page. */
export function hasUnsavedInput(): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return touched.size > 0
}
