import type { OrderChanges } from '../../contract/orders.ts'
import * as feed from '../db/order-feed.ts'
import { findOrders } from '../db/orders.ts'
import { toOrder } from './order-view.ts'
import { isoNow, type Shop } from './shop.ts'

/** Age of the changes that administrators' devices store, milliseconds. */
const year = 366 * 24 * 60 * 60 * 1000
/** Most orders of a page, and most events of them together, so that a page is cheap to read and encode. */
const ordersPerPage = 150
const eventsPerPage = 1000

/*
 * A first pull goes from the newest change, version `top`, down to `from`. Changes and deletions meanwhile get versions above
 * `top`; the pull of changes since `top`, which follows, includes them.
 */
type Cursor = { kind: 'first'; before: number; from: number; top: number } | { kind: 'changes'; since: number }

/** The database and reader of a cursor. A user who gains or loses admin rights starts over. */
interface Scope {
  epoch: string
  reader: string
}

function writeCursor(cursor: Cursor, { epoch, reader }: Scope): string {
  const numbers = cursor.kind === 'first' ? [cursor.before, cursor.from, cursor.top] : [cursor.since]
  return Buffer.from([...numbers, reader, epoch].join('.')).toString('base64url')
}

/** Undefined if the text is not a cursor of this scope, or has a version that this database has not reached. */
function readCursor(text: string, { epoch, reader }: Scope, version: number): Cursor | undefined {
  const parts = Buffer.from(text, 'base64url').toString().split('.')
  if (parts.pop() !== epoch || parts.pop() !== reader) return undefined
  if (!parts.every((part) => /^\d{1,15}$/.test(part))) return undefined
  const [first = 0, from, top] = parts.map(Number)
  if (parts.length === 1) return first <= version ? { kind: 'changes', since: first } : undefined
  if (from === undefined || top === undefined || parts.length !== 3) return undefined
  return top <= version ? { kind: 'first', before: first, from, top } : undefined
}

type Step = Pick<OrderChanges, 'deleted' | 'more'> & { ids: string[]; next: Cursor }
interface Range {
  buyer: feed.Buyer
  limit: number
}

async function firstStep({ db }: Shop, cursor: Cursor & { kind: 'first' }, { buyer, limit }: Range): Promise<Step> {
  const { before, from, top } = cursor
  const rows = await feed.listNewestChanges(db, { buyer, before, from, limit: limit + 1 })
  let events = 0
  const fitting = rows.findIndex((row, at) => {
    events += row.version
    return at > 0 && events > eventsPerPage
  })
  const page = rows.slice(0, Math.min(limit, fitting < 0 ? limit : fitting))
  const more = page.length < rows.length
  const next: Cursor = more
    ? { kind: 'first', before: page.at(-1)?.feed_seq ?? 0, from, top }
    : { kind: 'changes', since: top }
  return { ids: page.map(({ id }) => id), deleted: [], more, next }
}

async function changesStep({ db }: Shop, since: number, { buyer, limit }: Range): Promise<Step> {
  const changes = await feed.listOrderChanges(db, { since, buyer, limit: limit + 1 })
  const page = changes.slice(0, limit)
  const idsOf = (deleted: boolean) => page.filter((change) => change.deleted === deleted).map(({ id }) => id)
  const next: Cursor = { kind: 'changes', since: page.at(-1)?.feed_seq ?? since }
  return { ids: idsOf(false), deleted: idsOf(true), more: changes.length > limit, next }
}

/** The cursor of a first pull: all orders of a buyer; for administrators, those that changed in the last year. */
async function firstCursor({ db, clock }: Shop, buyer: feed.Buyer, top: number): Promise<Cursor> {
  const from = buyer === undefined ? await feed.findFirstChangeSince(db, isoNow(clock, -year)) : 0
  return { kind: 'first', before: top + 1, from: from ?? top + 1, top }
}

/**
 * Changes of the orders that a user may see, at most `limit` orders and deletions together. A first pull returns all orders,
 * newest first; then come changes since the cursor, oldest first. A cursor of another scope starts over with `reset`.
 */
export async function listOrderChanges(
  shop: Shop,
  user: { id: string; isAdmin: boolean },
  { since, limit }: { since?: string | undefined; limit: number },
): Promise<OrderChanges> {
  const { epoch, version } = await feed.getFeedState(shop.db)
  const scope = { epoch, reader: user.isAdmin ? 'all' : user.id }
  const buyer = user.isAdmin ? undefined : user.id
  const given = since === undefined ? undefined : readCursor(since, scope, version)
  const cursor = given ?? (await firstCursor(shop, buyer, version))
  const range = { buyer, limit: Math.min(limit, ordersPerPage) }
  const step =
    cursor.kind === 'first' ? await firstStep(shop, cursor, range) : await changesStep(shop, cursor.since, range)
  const now = shop.clock.now()
  const changed = (await findOrders(shop.db, step.ids)).map((order) => toOrder(order, now))
  const next = writeCursor(step.next, scope)
  const reset = since !== undefined && !given
  return { changed, deleted: step.deleted, next, more: step.more, ...(reset && { reset }) }
}
