import { useSyncExternalStore } from 'react'
import { headers as names } from '../../contract/headers.ts'
import type { Fetch } from '../api/client.ts'
import { onWorkerMessage } from './worker-channel.ts'

/*
 * Whether the shop's server answers. Known from what really happened to requests, of this page and of the worker;
 * `navigator.onLine` is never believed, its events only are a reason to ask.
 */

/** While the server is thought to be away it is asked this often, ms; only when somebody looks. */
const askEvery = 15_000

let away = false
const listeners = new Set<() => void>()

/** Notes how a request ended. */
export function noteConnection(heard: boolean): void {
  if (away === !heard) return
  away = !heard
  for (const listener of listeners) listener()
}

/** A fetch for the API client that notes how each request ended. Answers made on the device prove nothing. */
export function watchedFetch(fetch: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      if (!response.headers.has(names.saved)) noteConnection(true)
      return response
    } catch (error) {
      if (!init?.signal?.aborted) noteConnection(false)
      throw error
    }
  }
}

/** Asks the server, when the browser hints at a change and from time to time while it is away. Answers the way to stop. */
export function watchConnection(ask: () => Promise<unknown>): () => void {
  // the answer is noted by `watchedFetch`
  const look = () => void ask().catch(() => undefined)
  const stopHearing = onWorkerMessage((message) => {
    if (message.type === 'CONNECTION') noteConnection(message.heard)
  })
  const timer = setInterval(() => {
    if (away && document.visibilityState === 'visible') look()
  }, askEvery)
  addEventListener('online', look)
  addEventListener('offline', look)
  if (!navigator.onLine) look()
  return () => {
    stopHearing()
    clearInterval(timer)
    removeEventListener('online', look)
    removeEventListener('offline', look)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True while the server does not answer. */
export function useAway(): boolean {
  return useSyncExternalStore(subscribe, () => away)
}

/** The same for code outside of components. */
export function isAway(): boolean {
  return away
}
