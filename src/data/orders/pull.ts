import { hasRight } from '../../../contract/accounts.ts'
import type { OrderChanges } from '../../../contract/orders.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal, Reply } from '../../api/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { fetchFeedPage, pageTimeout, type UnknownCursor } from '../feed.ts'
import type { Session } from '../rows.ts'
import { isLastPage, type OrderStore, type ThreadGap } from './store.ts'

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
 * of the last 12 months, the newest first. Returns the server's refusal, if any. Throws `ConnectionError` when no answer
 * came; the pages before are saved, and the next pull continues from there.
 */
export async function pullOrders(pull: OrderPull): Promise<Refusal | undefined> {
  const { store, clock, session } = pull
  const { userId } = session
  let isRestarted = false
  let feed = await store.getFeed(userId)
  if (feed === undefined) feed = await store.beginFill(userId, undefined)
  while (feed !== undefined) {
    const page = await fetchPage(pull, feed.cursor)
    if (page === 'unknown-cursor') {
      // a second time in one pull: the server does not recognise its own cursors
      if (isRestarted) return undefined
      isRestarted = true
      feed = await store.beginFill(userId, feed)
      continue
    }
    if (!page.ok) return page.refusal
    const { body: step, isWhole = false, date } = page
    const next = await store.savePage(feed, { step, isWhole, now: clock.now(), date })
    if (next?.phase === 'done' && isLastPage(feed, step)) return closeGaps(pull)
    feed = next
  }
  return undefined
}

/** Asks for the events that are missing between others in the saved threads. Returns the server's refusal, if any. */
async function closeGaps(pull: OrderPull): Promise<Refusal | undefined> {
  const { store, api, session } = pull
  for (const first of await store.listGaps(session.userId)) {
    for (let gap: ThreadGap | undefined = first; gap; ) {
      const { id, before } = gap
      const reply = await api.call('listOrderEvents', { params: { id }, query: { before }, ...optionsOf(pull) })
      // deleted meanwhile: the next pull says so
      if (!reply.ok && reply.refusal.status === 404) break
      if (!reply.ok) return reply.refusal
      gap = await store.saveEvents(session.userId, { id, before, events: reply.body.events })
    }
  }
  return undefined
}

type Page = (Reply<OrderChanges> & { isWhole?: boolean }) | UnknownCursor

async function fetchPage(pull: OrderPull, since: string | undefined): Promise<Page> {
  const { api, session, signal } = pull
  const options = { token: session.token, signal }
  const page = await fetchFeedPage(since, (input) => api.call('orderChanges', { ...input, ...options }))
  // other servers do not have this feed
  const isMissing = page !== 'unknown-cursor' && !page.ok && [404, 405, 501].includes(page.refusal.status)
  return isMissing ? fetchAll(pull) : page
}

/** All orders in one answer, as the only page. */
async function fetchAll(pull: OrderPull): Promise<Page> {
  const options = optionsOf(pull)
  const isOfDesk = hasRight(pull.session, 'orders')
  const reply = await (isOfDesk ? pull.api.call('listOrders', options) : pull.api.call('myOrders', options))
  if (!reply.ok) return reply
  return { ...reply, isWhole: true, body: { changed: reply.body, deleted: [], next: 'all', more: false } }
}

function optionsOf({ session, signal }: OrderPull) {
  return { token: session.token, timeout: pageTimeout, signal }
}
