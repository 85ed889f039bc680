import { limits } from '../../contract/limits.ts'
import { type Db, day, isoNow } from '../db/database.ts'
import type { Handler } from '../http/pipeline.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findOrders } from './order-queries.ts'
import { toOrder } from './order-view.ts'

/** Id of the buyer whose orders are read; undefined for all orders. */
type Buyer = string | undefined
/** Milliseconds; no transaction takes longer. */
const longestTransaction = 60_000

/** The lowest version of the changes since a time; undefined without any. The first by time is not always the first by version. */
async function findFirstChangeSince(db: Db, time: string): Promise<number | undefined> {
  const since = db.query.selectFrom('order_change').where('changed_at', '>=', time).where('is_deleted', '=', 0)
  const first = await since.select('changed_at').orderBy('changed_at').limit(1).executeTakeFirst()
  if (!first) return undefined
  const end = new Date(Date.parse(first.changed_at) + longestTransaction).toISOString()
  const near = since.where('changed_at', '<', end).select((eb) => eb.fn.min('feed_seq').as('version'))
  return (await near.executeTakeFirstOrThrow()).version
}

/** Age of the changes that administrators' devices store, milliseconds. */
const savedTime = limits.savedOrdersDays * day

/* A first pull goes from the newest version, `top`, down to `from`; what changes meanwhile comes with the pull since `top` that follows. */
type Cursor =
  | { kind: 'first'; before: number; from: number; top: number }
  /** `known`: the version up to which the device has the events of the orders that it knows, at most `since` */
  | { kind: 'changes'; since: number; known: number }

/** The database and reader of a cursor. A user who gains or loses the right `orders` starts over. */
interface Scope {
  epoch: string
  reader: string
}

function writeCursor(cursor: Cursor, { epoch, reader }: Scope): string {
  const numbers = cursor.kind === 'first' ? [cursor.before, cursor.from, cursor.top] : [cursor.since, cursor.known]
  return Buffer.from([...numbers, reader, epoch].join('.')).toString('base64url')
}

/** Undefined if the text is not a cursor of this scope, or has a version that this database has not reached. */
function readCursor(text: string, { epoch, reader }: Scope, version: number): Cursor | undefined {
  const parts = Buffer.from(text, 'base64url').toString().split('.')
  if (parts.pop() !== epoch || parts.pop() !== reader) return undefined
  if (!parts.every((part) => /^\d{1,15}$/.test(part))) return undefined
  const [first = 0, from = 0, top] = parts.map(Number)
  // cursors of earlier servers have one number
  if (parts.length <= 2) return first <= version ? { kind: 'changes', since: first, known: from } : undefined
  if (top === undefined || parts.length !== 3) return undefined
  return top <= version ? { kind: 'first', before: first, from, top } : undefined
}

/** The next rows of the feed: of a first pull the newest first, then the oldest. */
function selectChanges({ query }: Db, cursor: Cursor, { buyer, limit }: { buyer: Buyer; limit: number }) {
  const all = query.selectFrom('order_change').select(['order_id as id', 'feed_seq', 'is_deleted'])
  const own = (buyer === undefined ? all : all.where('buyer_id', '=', buyer)).limit(limit)
  if (cursor.kind === 'changes') return own.where('feed_seq', '>', cursor.since).orderBy('feed_seq').execute()
  const kept = own.where('is_deleted', '=', 0).where('feed_seq', '<', cursor.before)
  return kept.where('feed_seq', '>=', cursor.from).orderBy('feed_seq', 'desc').execute()
}

/** Where the feed goes on after the last of the sent rows; `more` says whether rows are left. */
function cursorAfter(cursor: Cursor, seq: number | undefined, more: boolean): Cursor {
  if (cursor.kind === 'first')
    return more ? { ...cursor, before: seq ?? 0 } : { kind: 'changes', since: cursor.top, known: 0 }
  const { since, known } = { ...cursor, since: seq ?? cursor.since }
  // an order that changes again moves to a later step, which must bring the events of the earlier change, too
  return { kind: 'changes', since, known: more ? known : since }
}

/** The cursor of a first pull: all orders of a buyer; for administrators, those that changed in the last year. */
async function firstCursor({ db, clock }: ServiceDeps, buyer: Buyer, top: number): Promise<Cursor> {
  const from = buyer === undefined ? await findFirstChangeSince(db, isoNow(clock, -savedTime)) : 0
  return { kind: 'first', before: top + 1, from: from ?? top + 1, top }
}

/** Changes of the orders that a user may see: first all, newest first, then those since the cursor. Another scope starts over with `reset`. */
export const orderChanges: Handler<'orderChanges'> = async (deps, { user, query }) => {
  const { since, limit = limits.changesPerCall } = query
  const feed = deps.db.query.selectFrom(['order_feed', 'catalogue_state']).select(['epoch', 'order_feed.version'])
  const { epoch, version } = await feed.executeTakeFirstOrThrow()
  const buyer = user.rights.includes('orders') ? undefined : user.id
  const scope = { epoch, reader: buyer ?? 'all' }
  const given = since === undefined ? undefined : readCursor(since, scope, version)
  const cursor = given ?? (await firstCursor(deps, buyer, version))
  const most = Math.min(limit, limits.ordersPerStep)
  const rows = await selectChanges(deps.db, cursor, { buyer, limit: most + 1 })
  const now = deps.clock.now()
  const known = cursor.kind === 'changes' ? cursor.known : undefined
  const taken = rows.slice(0, most)
  const idsOf = (isDeleted: 0 | 1) => taken.filter((row) => row.is_deleted === isDeleted).map(({ id }) => id)
  const changed = (await findOrders(deps.db, idsOf(0), known)).map((order) => toOrder(order, now))
  const more = taken.length < rows.length
  const next = writeCursor(cursorAfter(cursor, taken.at(-1)?.feed_seq, more), scope)
  const deleted = idsOf(1)
  const reset = since !== undefined && !given
  return { changed, deleted, next, more, ...(reset && { reset }) }
}
