import { createApi } from '../src/api/api-client.ts'
import { ConnectionError } from '../src/api/api-errors.ts'
import { createDatabase } from '../src/db/schema.ts'
import { expireSession, getToken } from '../src/db/session.ts'
import { systemClock } from '../src/lib/device-clock.ts'
import { tellPages } from './pages.ts'

/*
 * The worker's database, client and clock, made like the page's. The database opens on first use and closes by itself when a
 * newer version of the app has to upgrade it.
 */
export const db = createDatabase()
export const clock = systemClock
export const api = createApi({
  baseUrl: import.meta.env.VITE_API_URL ?? '',
  token: () => getToken(db),
  onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
})

/**
 * Runs `work`, which calls the server, and tells the pages whether the server answered. They are mostly served from the
 * device and would not notice an outage. Undefined without an answer.
 */
export async function noteConnection<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    const result = await work()
    await tellPages({ kind: 'CONNECTION', answered: true })
    return result
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof TypeError)) throw error
    await tellPages({ kind: 'CONNECTION', answered: false })
    return undefined
  }
}
