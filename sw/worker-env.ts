import type { FromWorker } from '../contract/sw-messages.ts'
import { createApi } from '../src/api/api-client.ts'
import { createDatabase } from '../src/db/database.ts'
import { expireSession, getToken } from '../src/db/session.ts'
import { systemClock } from '../src/lib/device-clock.ts'

/* The worker's database, client and clock, made like the page's. */
export const db = createDatabase()
export const clock = systemClock
export const api = createApi({
  baseUrl: import.meta.env.VITE_API_URL ?? '',
  token: () => getToken(db),
  onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
})

declare const self: ServiceWorkerGlobalScope

/** Sends a message to every open page of this app. */
export async function tellPages(message: FromWorker): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message)
}

/** Whether a page of the app is visible. It shows toasts, so no notification is needed. */
export async function isAnyPageVisible(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window' })
  return pages.some((page) => page.visibilityState === 'visible')
}

/* A browser keeps a new version waiting for minutes while the old worker has events, so that one ends them after Reload; what it was sending is sent again. */

const leaving = new AbortController()

/** Aborts when a new version takes over. */
export const left = leaving.signal

const whenLeft = new Promise<never>((_, reject) => {
  left.addEventListener('abort', () => reject(new TypeError('A new version takes over')))
})
whenLeft.catch(() => undefined)

/** Ends all events of this worker. */
export function leave(): void {
  leaving.abort()
}

/** The work of an event, which fails like a lost connection when the worker leaves. */
export const untilLeft = <T>(work: Promise<T>): Promise<T> => Promise.race([work, whenLeft])
