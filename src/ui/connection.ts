import { useSyncExternalStore } from 'react'
import { headers as names } from '../../contract/headers.ts'
import type { Fetch } from '../api/client.ts'
import { createStore } from '../lib/store.ts'
import { onWorkerMessage } from './worker-channel.ts'

/*
 * Whether the shop's server answers, by what happened to requests of this page and of the worker. `navigator.onLine` is not
 * trusted; its events are a reason to ask.
 */

/** While the server is thought to be away it is asked this often, ms; only when somebody looks. */
const askEvery = 15_000

const away = createStore(false)

/** Notes how a request ended. */
export function noteConnection(answered: boolean): void {
  if (away.get() === answered) away.set(!answered)
}

/**
 * Whether an answer came from the shop's server: `undefined` when it proves nothing, being made on the device or somebody
 * else's (the contact service). A page of HTML is a portal's.
 */
function isAnswered(response: Response): boolean | undefined {
  if (response.headers.has(names.saved)) return undefined
  if (response.headers.get(names.shop) === '1') return true
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/html')) return false
  return import.meta.env.VITE_API_MARK === 'off' && /json/.test(type) ? true : undefined
}

/** A fetch for the API client that notes how each request ended. */
export function watchedFetch(fetch: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      const answered = isAnswered(response)
      if (answered !== undefined) noteConnection(answered)
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
  const stopListening = onWorkerMessage((message) => {
    if (message.kind === 'CONNECTION') noteConnection(message.answered)
  })
  const timer = setInterval(() => {
    if (isAway() && document.visibilityState === 'visible') look()
  }, askEvery)
  addEventListener('online', look)
  addEventListener('offline', look)
  // with a worker all that is shown may come from this device, without a request to the server
  if (!navigator.onLine || ('serviceWorker' in navigator && navigator.serviceWorker.controller)) look()
  return () => {
    stopListening()
    clearInterval(timer)
    removeEventListener('online', look)
    removeEventListener('offline', look)
  }
}

/** True while the server does not answer. */
export function useAway(): boolean {
  return useSyncExternalStore(away.subscribe, away.get)
}

/** The same for code outside of components. */
export function isAway(): boolean {
  return away.get()
}
