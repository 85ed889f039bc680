import { hasRight } from '../../contract/accounts.ts'
import { threadVersion } from '../../contract/order-events.ts'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Refusal } from '../api/exchange.ts'
import { getValue, putValue } from '../db/database.ts'
import { isLastPage, type OrderStore, orderStore, removeOrdersOfOthers, type ThreadGap } from '../db/order-store.ts'
import type { Session } from '../db/rows.ts'
import { getSession, hasEnded } from '../db/session.ts'
import type { Clock } from '../lib/device-clock.ts'
import { fetchFeedPage, type Pull, pageTimeout } from './catalogue-feed.ts'

interface OrderPull {
  store: OrderStore
  api: Pick<Api, 'call'>
  clock: Clock
  /** whose orders; its token goes with every page, so that another login meanwhile changes nothing */
  session: Pick<Session, 'userId' | 'token' | 'isAdmin' | 'rights'>
  signal?: AbortSignal | undefined
}

/**
 * Brings the saved orders of a user up to date from `GET /api/orders/changes/`: the user's own, or for an administrator all
 * of the last 12 months. Returns the server's refusal, if any; throws `ConnectionError`, after which the next pull continues.
 */
export async function pullOrders(pull: OrderPull): Promise<Refusal | undefined> {
  const { store, api, clock, session, signal } = pull
  const { userId, token } = session
  const options = { token, signal, isStaff: hasRight(session, 'orders') }
  let isRestarted = false
  let feed = await store.getFeed(userId)
  // an older version of the app has left out what it could not read
  if ((feed?.reads ?? 1) < threadVersion || feed === undefined) feed = await store.beginFill(userId, feed)
  while (feed !== undefined) {
    const page = await fetchFeedPage(feed.cursor, (input) => api.call('orderChanges', { ...input, ...options }))
    if (page === 'unknown-cursor') {
      // a second time in one pull: the server does not recognise its own cursors
      if (isRestarted) return undefined
      isRestarted = true
      feed = await store.beginFill(userId, feed)
      continue
    }
    if (!page.ok) return page.refusal
    const { body: changes, date } = page
    const next = await store.savePage(feed, { changes, now: clock.now(), date })
    if (next?.phase === 'done' && isLastPage(feed, changes)) return closeGaps(pull)
    feed = next
  }
  return undefined
}

/** Asks for the events that are missing between others in the saved threads. Returns the server's refusal, if any. */
async function closeGaps({ store, api, session, signal }: OrderPull): Promise<Refusal | undefined> {
  const options = { token: session.token, timeout: pageTimeout, signal }
  for (const first of await store.listGaps(session.userId)) {
    for (let gap: ThreadGap | undefined = first; gap; ) {
      const { id, before } = gap
      const reply = await api.call('listOrderEvents', { params: { id }, query: { before }, ...options })
      // deleted meanwhile: the next pull removes it
      if (!reply.ok && reply.refusal.status === 404) break
      if (!reply.ok) return reply.refusal
      gap = await store.saveEvents(session.userId, { id, before, events: reply.body.events })
    }
  }
  return undefined
}

/** Brings the signed-in user's orders up to date, and notes the outcome for screens. Never rejects without an answer. */
export async function pullOwnOrders({ db, api, clock, signal }: Omit<Pull, 'onSaved'>): Promise<void> {
  const session = await getSession(db)
  if (!session) return
  const { userId } = session
  const asked = (await getValue(db, 'pull-asked'))?.orders ?? 0
  await removeOrdersOfOthers(db, userId)
  const failure = await pullOrders({ store: orderStore(db), api, clock, session, signal }).catch(refusalOf)
  // a pull that was cut proves nothing about the server; a logout has removed what it knew of this person
  const isTheirs = (await getSession(db))?.userId === userId || (await hasEnded(db))
  if (isTheirs && failure?.connection !== 'aborted')
    await putValue(db, 'order-pull', { userId, answered: asked, ...(failure && { failure }) })
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ConnectionError)) throw error
  return { status: error.status ?? 0, connection: error.kind, detail: error.message, errors: [] }
}
