import { createApi } from '../src/api/api-client.ts'
import { fromOther } from '../src/api/from-other-server.ts'
import { expireSession } from '../src/db/end-session.ts'
import { createDatabase } from '../src/db/schema.ts'
import { getToken } from '../src/db/session.ts'
import { systemClock } from '../src/lib/device-clock.ts'

/*
 * The worker's database, client and clock, made like the page's. The database opens on first use and closes by itself when a
 * newer version of the app has to upgrade it.
 */
export const db = createDatabase()
export const clock = systemClock
/** what proves to the outbox that an answer is the shop's */
export const shopHeader = fromOther ? 'off' : 'required'
export const api = createApi({
  baseUrl: import.meta.env.VITE_API_URL ?? '',
  token: () => getToken(db),
  fromOther,
  ...(import.meta.env.VITE_CONTACT_URL && { contactUrl: import.meta.env.VITE_CONTACT_URL }),
  onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
})
