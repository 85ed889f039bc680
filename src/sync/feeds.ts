import { hasRight } from '../../contract/accounts.ts'
import type { Fish, FishChanges } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { threadVersion } from '../../contract/order-state.ts'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Refusal, type Reply } from '../api/exchange.ts'
import { getValue, putValue } from '../db/database.ts'
import { isLastPage, type OrderStore, orderStore, removeOrdersOfOthers, type ThreadGap } from '../db/orders.ts'
import { getCatalogueState, replaceCatalogue, saveFeedPage } from '../db/products.ts'
import type { Session } from '../db/rows.ts'
import { fetchShop, type ShopPull } from '../db/saved-shop.ts'
import { getSession, hasEnded } from '../db/session.ts'
import type { Clock } from '../lib/device-clock.ts'

// What the shop has changed comes to the device by two feeds. A page's rows and the cursor after it are saved in one
// transaction, so that a pull may be cut off anywhere, and two at once do no harm.

/** Timeout for a page of a feed, ms. The next pull continues from the same cursor. */
const pageTimeout = 30_000

/** The server does not recognise the cursor: its database was replaced, or its feed was cut. */
type UnknownCursor = 'unknown-cursor'
const unknownCursor = [400, 404, 409, 410, 422]

/** One page of the feed of products or of orders, after the cursor `since` or from the start, asked for by `call`. Throws `ConnectionError` when no answer came. */
async function fetchFeedPage<T extends { reset?: boolean | undefined }>(
  since: string | undefined,
  call: (input: { query: { limit: number; since?: string }; timeout: number }) => Promise<Reply<T>>,
): Promise<Reply<T> | UnknownCursor> {
  const query = { limit: limits.changesPerCall, ...(since !== undefined && { since }) }
  const reply = await call({ query, timeout: pageTimeout })
  if (since === undefined) return reply
  const isUnknown = reply.ok ? reply.body.reset : unknownCursor.includes(reply.refusal.status)
  return isUnknown ? 'unknown-cursor' : reply
}

interface Pull extends ShopPull {
  clock: Clock
  /** called after each saved page of the feed, even if the pull is interrupted later */
  onSaved?: (ids: ChangedIds) => void
}

/** The ids of products. */
export interface ChangedIds {
  changed: string[]
  deleted: string[]
}

/**
 * Brings the saved catalogue up to date from `GET /api/fishes/changes/`, or throws `ConnectionError`. False when the server refused or
 * another pull was faster.
 */
export async function pullCatalogue(pull: Pull): Promise<boolean> {
  const state = await getCatalogueState(pull.db)
  for (let since = state?.cursor; ; ) {
    const page = await fetchPage(pull, since)
    if (page === 'unknown-cursor') return refill(pull)
    if (!page.ok) return false
    const changes = page.body
    if (!(await saveFeedPage(pull.db, { since, changes, now: pull.clock.now() }))) return false
    // the settings of the shop, where the saved ones have another version
    const isOther = changes.shop !== undefined && changes.shop !== (await getValue(pull.db, 'shop'))?.version
    if (isOther) await fetchShop(pull)
    report(pull, { changed: changes.changed.map(({ _id }) => _id), deleted: changes.deleted })
    // a cursor that does not advance ends the pull, so that it cannot loop for ever
    if (!changes.more || changes.next === since) return true
    since = changes.next
  }
}

function fetchPage({ api, signal }: Pull, since: string | undefined) {
  return fetchFeedPage(since, (input) => api.call('fishChanges', { ...input, signal }))
}

function report({ onSaved }: Pull, ids: ChangedIds): void {
  if (ids.changed.length + ids.deleted.length > 0) onSaved?.(ids)
}

/** Fetches the whole catalogue and then replaces the saved copy, which stays usable until the last page has arrived. */
async function refill(pull: Pull): Promise<boolean> {
  const fishes = new Map<string, Fish>()
  let last: Pick<FishChanges, 'shop' | 'totals'> = {}
  let since: string | undefined
  for (;;) {
    const page = await fetchPage(pull, since)
    if (page === 'unknown-cursor' || !page.ok) return false
    const changes = page.body
    for (const fish of changes.changed) fishes.set(fish._id, fish)
    for (const id of changes.deleted) fishes.delete(id)
    last = changes
    const isLast = !changes.more || changes.next === since
    since = changes.next
    if (isLast) break
  }
  const given = { fishes: [...fishes.values()], cursor: since, now: pull.clock.now(), totals: last.totals }
  const deleted = await replaceCatalogue(pull.db, given)
  report(pull, { changed: [...fishes.keys()], deleted })
  // always: another database may count its versions from the start
  if (last.shop !== undefined) await fetchShop(pull)
  return true
}

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
      // deleted meanwhile: the next pull says so
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
  // a pull that was cut says nothing of the server; a logout has removed what it knew of this person
  const isTheirs = (await getSession(db))?.userId === userId || (await hasEnded(db))
  if (isTheirs && failure?.connection !== 'aborted')
    await putValue(db, 'order-pull', { userId, answered: asked, ...(failure && { failure }) })
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ConnectionError)) throw error
  return { status: error.status ?? 0, connection: error.kind, detail: error.message, errors: [] }
}
