import { Blob as NodeBlob } from 'node:buffer'
import { type Api, createApi } from '../../src/api/api-client.ts'
import type { Fetch } from '../../src/api/exchange.ts'
import { likeOurs, marked } from '../../src/api/other-server.ts'
import { createDatabase, type ShopDatabase } from '../../src/db/database.ts'
import type { CartLine, Session } from '../../src/db/rows.ts'
import { putSession } from '../../src/db/session.ts'
import type { Drained } from '../../src/sync/outbox.ts'
import type { EndedWaits } from '../../src/sync/outbox-steps.ts'
import { createSync, type Sync, type SyncOptions } from '../../src/sync/sync.ts'
import type { OrderEntry } from './entries.ts'

export interface Sent {
  path: string
  key: string | null
  token: string | null
  body: unknown
}

export const ann: Session = { userId: 'ann', name: 'Ann', email: 'ann@x.org', isAdmin: false, token: 'ann-1' }
export const bo: Session = { userId: 'bo', name: 'Bo', email: 'bo@x.org', isAdmin: false, token: 'bo-1' }

export const line: CartLine = {
  fishe: 'hake',
  trade_name: 'Hake',
  trade_name_fr: 'Merlu',
  trade_name_es: 'Merluza',
  image: '',
  type: 'fish',
  size: '',
  weight: '',
  countInStock: 4,
  qty: 2,
  addedAt: 1,
}
const shippingAddress = { phone: '1', address: 'Quay 1', city: 'Brest', postalCode: '29200', country: 'France' }

export function order(id: string, session: Session = ann, qty = 2): OrderEntry {
  const body = { orderItems: [{ fishe: 'hake', qty }], shippingAddress, userEmail: session.email }
  return { id, body, lines: [{ ...line, qty }], session }
}

/** One drain, as of the page that holds the device's lock; before it, waits may be ended. */
export async function drain({ outbox }: Pick<Sync, 'outbox'>, which?: EndedWaits): Promise<Drained> {
  if (which) await outbox.endWaits(which)
  return outbox.drain()
}

let count = 0

/** The real outbox on real tables; only network, clock and chance are ours. `answer` plays the server. */
export function bench(
  answer: (sent: Sent) => Response | Promise<Response>,
  { isOther = false, ...options }: Partial<SyncOptions> & { isOther?: boolean } = {},
) {
  const clock = { time: 1_700_000_000_000, now: () => clock.time }
  const db: ShopDatabase = createDatabase(`sync-${++count}`)
  const sent: Sent[] = []
  const api: Api = createApi({
    baseUrl: '',
    token: () => undefined,
    ...(isOther && { other: { likeOurs, marked } }),
    fetch: (isOther ? marked : (fetch: Fetch) => fetch)(async (path, init) => {
      const headers = new Headers(init?.headers)
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
      const one = { path, key: headers.get('idempotency-key'), token: headers.get('authorization'), body }
      sent.push(one)
      return answer(one)
    }),
  })
  const sync = createSync({ db, api, clock, random: () => 0.5, ...options })
  return { db, api, sync, sent, clock, login: (session: Session) => putSession(db, session) }
}

export function ours(sent: Sent, status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const all = { 'content-type': 'application/json', 'x-shop-api': '1', 'idempotency-key': sent.key ?? '', ...headers }
  return new Response(JSON.stringify(body), { status, headers: all })
}
export const accepted = (sent: Sent) => ours(sent, 201, { data: { _id: sent.key } })
export const refused = (sent: Sent) => ours(sent, 422, { type: 'about:quayside/invalid-fields', detail: 'Too much.' })
/** Bytes that a database of the tests keeps as they are; those of jsdom come back as an empty object. */
export const blobOf = (text: string) => new NodeBlob([text]) as unknown as Blob
