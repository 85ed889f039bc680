import { limits } from '../../contract/limits.ts'
import type { OrderChanges } from '../../contract/orders.ts'
import type { Api } from '../api/client.ts'
import type { Refusal, Reply } from '../api/errors.ts'
import type { Session } from '../db/rows.ts'
import type { Clock } from '../lib/clock.ts'
import { isLastPage, type OrderStore } from './store.ts'

/** A page of the feed that has not come after this time is given up, ms; the next pull goes on from the same cursor. */
const timeout = 30_000

export interface OrderPull {
  store: OrderStore
  api: Pick<Api, 'call'>
  clock: Clock
  /** whose orders: the token goes with every page, so that after another login no other user's are fetched */
  session: Pick<Session, 'userId' | 'token' | 'isAdmin'>
  signal?: AbortSignal
}

/**
 * Brings the saved orders of a user up to date from `GET /api/orders/changes/`: own ones, or all of the last 12 months for
 * an administrator, newest first at the first time. Answers the server's refusal, if it refused for now. Throws
 * `ConnectionError` when there was no answer; what came until then is saved, and the next pull goes on from there.
 */
export async function pullOrders(pull: OrderPull): Promise<Refusal | undefined> {
  const { store, clock, session } = pull
  const { userId } = session
  let isNewFill = false
  let feed = await store.getFeed(userId)
  if (feed === undefined) feed = await store.beginFill(userId, undefined)
  while (feed !== undefined) {
    const page = await fetchPage(pull, feed.cursor)
    if (page === 'unknown-cursor') {
      // twice in one pull: the server does not know its own cursors
      if (isNewFill) return undefined
      isNewFill = true
      feed = await store.beginFill(userId, feed)
      continue
    }
    if (!page.ok) return page.refusal
    const { body: step, isWhole = false, date } = page
    const next = await store.savePage(feed, { step, isWhole, now: clock.now(), date })
    if (next?.phase === 'done' && isLastPage(feed, step)) return undefined
    feed = next
  }
  return undefined
}

type Page = (Reply<OrderChanges> & { isWhole?: boolean }) | 'unknown-cursor'

async function fetchPage(pull: OrderPull, since: string | undefined): Promise<Page> {
  const query = since === undefined ? { limit: limits.changesPerCall } : { since, limit: limits.changesPerCall }
  const reply = await pull.api.call('orderChanges', { query, ...optionsOf(pull) })
  if (reply.ok) return since !== undefined && reply.body.reset ? 'unknown-cursor' : reply
  const { status } = reply.refusal
  // the server's database was replaced or the feed was cut: our cursor means nothing to it any more
  if (since !== undefined && [400, 404, 409, 410, 422].includes(status)) return 'unknown-cursor'
  // another server of the specification has no such feed
  return [404, 405, 501].includes(status) ? fetchAll(pull) : reply
}

/** All orders in one answer, as a page that is the last one. */
async function fetchAll(pull: OrderPull): Promise<Page> {
  const options = optionsOf(pull)
  const reply = await (pull.session.isAdmin ? pull.api.call('listOrders', options) : pull.api.call('myOrders', options))
  if (!reply.ok) return reply
  return { ...reply, isWhole: true, body: { changed: reply.body, deleted: [], next: 'all', more: false } }
}

function optionsOf({ session, signal }: OrderPull) {
  return { token: session.token, timeout, ...(signal && { signal }) }
}
