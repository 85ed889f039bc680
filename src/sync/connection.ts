import { useSyncExternalStore } from 'react'
import { apiFetch } from '../api/api-client.ts'
import { type Fetch, isShops } from '../api/exchange.ts'
import { getValue, putValue, type ShopDatabase, watchQuery } from '../db/database.ts'
import { createStore } from '../lib/store.ts'

/*
 * Whether the shop's server answers, judged by the requests of this browser's pages. `navigator.onLine` is not trusted; its events
 * only trigger a check.
 */

/** Whether the shop's server does not answer. */
export const away = createStore(false)

/** Like `useAway`, for code outside of components. */
export const isAway = away.get

export const useAway = (): boolean => useSyncExternalStore(away.subscribe, away.get, () => false)

/** Whether a live stream is open. While it is, nothing needs to be asked regularly. */
export const isLive = createStore(false)

/** The browser's own measure of the network. Only Chromium has it, and TypeScript's types do not. */
export const connection = () =>
  (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {}

/** Whether the person wants to save data. */
export const savesData = (): boolean => connection().saveData === true

/** Records whether the server answered a request. */
export function noteConnection(answered: boolean): void {
  if (away.get() === answered) away.set(!answered)
}

/** Whether a response came from the shop's server; undefined for one of the contact service, which proves nothing. */
function isFromShop(response: Response): boolean | undefined {
  if (isShops(response.headers)) return true
  return response.headers.get('content-type')?.startsWith('text/html') ? false : undefined
}

/** A fetch that records the outcome of its requests. Only the newest request counts: a late answer hides no break. */
export function watchedFetch(fetch: Fetch = apiFetch): Fetch {
  let begun = 0
  let newest = 0
  const note = (request: number, answered: boolean) => {
    if (request < newest) return
    newest = request
    noteConnection(answered)
  }
  return async (input, init) => {
    const request = ++begun
    try {
      const response = await fetch(input, init)
      const answered = isFromShop(response)
      if (answered !== undefined) note(request, answered)
      return response
    } catch (error) {
      if (!init?.signal?.aborted) note(request, false)
      throw error
    }
  }
}

/** Calls `check` when the browser reports a change, and shares with the other tabs what their requests show. */
export function watchConnection(db: ShopDatabase, check: () => void, signal: AbortSignal): void {
  addEventListener('online', check, { signal })
  addEventListener('offline', check, { signal })
  // with a worker the whole screen may come from this device, without a request to the server
  if (!navigator.onLine || ('serviceWorker' in navigator && navigator.serviceWorker.controller)) check()
  let shared: boolean | undefined
  const stop = away.subscribe(() => {
    const isNow = isAway()
    if (isNow !== shared) void putValue(db, 'away', { isAway: isNow, at: Date.now() }).catch(() => undefined)
    shared = isNow
  })
  signal.addEventListener('abort', stop)
  watchQuery(
    () => getValue(db, 'away'),
    (saved) => {
      // what was noted before this page was opened says nothing about now
      if (!saved || saved.at < performance.timeOrigin) return
      shared = saved.isAway
      noteConnection(!saved.isAway)
    },
    signal,
  )
}
