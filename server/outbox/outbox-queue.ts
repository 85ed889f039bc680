import { v7 } from 'uuid'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Order } from '../../contract/orders.ts'
import type { WebhookEvent } from '../../contract/webhooks.ts'
import { type Db, isoNow, updateRows } from '../db/database.ts'
import { type OutboxRow, outboxKinds } from '../db/row-types.ts'
import type { ServiceDeps } from '../service-deps.ts'

/*
 * A row of the outbox:
 *
 *   enqueue ──► waits (next_at, asked_at) ──► leased ──► deleted; an event for a webhook stays with done_at
 *                 ▲                             │
 *                 └── a failure, or the lease ends: its instance died
 */

type New = Pick<OutboxRow, 'kind' | 'target'> &
  Partial<Pick<OutboxRow, 'subject' | 'event' | 'seq' | 'owner' | 'payload'>>

/** Rows of one statement, whose values are limited. */
const atOnce = 500
/** Milliseconds for which a claimed row belongs to an instance. A try takes less, unless a mail server is very slow. */
const lease = 60_000

export const newRow = (deps: Pick<ServiceDeps, 'clock'>, row: New): OutboxRow => {
  const now = isoNow(deps.clock)
  return {
    ...{ id: v7({ msecs: deps.clock.now() }), subject: '', event: '', seq: 0, owner: '', payload: '', ...row },
    ...{ at: now, since: now, attempts: 0, next_at: now, asked_at: null, lease_until: '' },
    ...{ status: null, problem: '', done_at: null },
  }
}

/** Queues what leaves the shop, in the transaction of its change. */
export async function enqueue(deps: Pick<ServiceDeps, 'clock'>, tx: Db, ...rows: readonly New[]): Promise<void> {
  const all = rows.map((row) => newRow(deps, row))
  const inserting = tx.query.insertInto('outbox')
  for (let at = 0; at < all.length; at += atOnce) await inserting.values(all.slice(at, at + atOnce)).execute()
}

/** The payload of a mail that is written when it is queued. */
export interface MailPayload {
  language: Locale
  subject: string
  text: string
}

/** A payload, which only the kind of its row has written. */
export const payloadOf = <T>({ payload }: Pick<OutboxRow, 'payload'>): T => JSON.parse(payload) as T
/** The id in a row's subject. */
export const subjectId = ({ subject }: Pick<OutboxRow, 'subject'>): string => subject.slice(subject.indexOf(':') + 1)

/** Claims rows for a try, those that no other instance has. They come as they are now. */
export async function claimRows({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>, ids: readonly string[], tx: Db = db) {
  if (ids.length === 0) return []
  const now = isoNow(clock)
  const query = tx.query.updateTable('outbox').where('id', 'in', ids).where('lease_until', '<=', now)
  const due = query.where((row) => row.or([row('next_at', '<=', now), row('asked_at', 'is not', null)]))
  const claim = due.set((row) => ({ lease_until: isoNow(clock, lease), attempts: row('attempts', '+', 1) }))
  const rows = await claim.returningAll().execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Claims the row of a kind that is due first. */
export async function claimDue(deps: Pick<ServiceDeps, 'db' | 'clock'>, kind: OutboxRow['kind']): Promise<OutboxRow[]> {
  const now = isoNow(deps.clock)
  const due = deps.db.query.selectFrom('outbox').select('id').where('kind', '=', kind).where('next_at', '<=', now)
  const free = due.where('lease_until', '<=', now).orderBy('next_at').orderBy('id').limit(5)
  for (const { id } of await free.execute()) {
    const rows = await claimRows(deps, [id])
    if (rows.length > 0) return rows
  }
  return []
}

/** Writes the result of a try and gives the row back. */
export const updateTried = (db: Db, { id }: Pick<OutboxRow, 'id'>, tried: Partial<OutboxRow>): Promise<void> =>
  updateRows(db, 'outbox', { having: { id }, change: { ...tried, lease_until: '' } })

/** Gives a row back whose try does not count. */
export const releaseRow = (db: Db, row: OutboxRow): Promise<void> =>
  updateTried(db, row, { attempts: row.attempts - 1 })

/** Replaces what waits for a target about a subject by a row that tells of all of it. */
export async function supersede(deps: ServiceDeps, tx: Db, row: New & { subject: string }): Promise<void> {
  const { kind, target, subject } = row
  const former = tx.query.deleteFrom('outbox').where('target', '=', target).where('subject', '=', subject)
  const replaced = await former.where('kind', '=', kind).returning('id').execute()
  await enqueue(deps, tx, replaced.length === 0 ? row : { ...row, event: '', seq: 0 })
}

/** Removes what was not sent of one event of a subject. */
export async function forgetEvent(tx: Db, subject: string, { event, seq }: Pick<OutboxRow, 'event' | 'seq'>) {
  const rows = tx.query.deleteFrom('outbox').where('subject', '=', subject).where('kind', '<>', 'webhook')
  await rows.where('event', '=', event).where('seq', '=', seq).execute()
}

/** Removes all that was or will be sent about a deleted thing. */
export async function forgetSubject(tx: Db, subject: string): Promise<void> {
  await tx.query.deleteFrom('outbox').where('subject', '=', subject).execute()
}

export interface ShopEvent {
  type: WebhookEvent
  /** with its kind, since clients choose ids: an order could have the id of a product */
  subject: `${'order' | 'product' | 'message'}:${string}`
  /** later events of a subject have a greater one */
  seq: number
  /** id of the account whose data it has */
  owner?: string
  /** as the call for that thing answers it */
  data: object
  /** sent instead if `data` is too large, or of an account that was deleted */
  short: object
}

export const bodyOf = (type: string, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data })

/** Queues events for the webhooks that want them, in the caller's transaction. `read` is called only if there are any. */
export async function publishEvents(
  deps: ServiceDeps,
  tx: Db,
  { types, read }: { types: readonly WebhookEvent[]; read: () => readonly ShopEvent[] | Promise<readonly ShopEvent[]> },
): Promise<void> {
  const hooks = await tx.query.selectFrom('webhook').select(['id', 'events']).where('paused', '=', '').execute()
  const listeners = hooks.map(({ id, events }) => ({ id, events: events.split(' ') }))
  if (!listeners.some(({ events }) => types.some((type) => events.includes(type)))) return
  const at = isoNow(deps.clock)
  const rows = (await read()).flatMap((event) => {
    const wanted = listeners.filter(({ events }) => events.includes(event.type))
    const { type, subject, seq, owner = '' } = event
    const whole = wanted.length > 0 ? bodyOf(type, at, event.data) : ''
    const payload = Buffer.byteLength(whole) <= limits.webhookBytes ? whole : bodyOf(type, at, event.short)
    return wanted.map(({ id }) => ({ kind: 'webhook' as const, target: id, event: type, subject, seq, owner, payload }))
  })
  await enqueue(deps, tx, ...rows)
}

/** Removes an account's data from what was or will be sent: of events of its orders, only id, reference and state are left. */
export async function forgetOwner(tx: Db, owner: string): Promise<void> {
  await tx.query.deleteFrom('outbox').where('owner', '=', owner).where('kind', '<>', 'webhook').execute()
  for (;;) {
    const some = tx.query.selectFrom('outbox').select(['id', 'payload']).where('owner', '=', owner).limit(20)
    const rows = await some.execute()
    if (rows.length === 0) return
    for (const row of rows) {
      const { type, timestamp, data } = payloadOf<{ type: string; timestamp: string; data: ShortOrder }>(row)
      const payload = bodyOf(type, timestamp, shortOrder(data))
      await tx.query.updateTable('outbox').set({ payload, owner: '' }).where('id', '=', row.id).execute()
    }
  }
}

type ShortOrder = Pick<Order, '_id' | 'reference' | 'created_at' | 'state' | 'version'>

/** An order without anything of its buyer. */
export function shortOrder({ _id, reference, created_at, state, version }: ShortOrder): ShortOrder {
  return { _id, reference, created_at, state, version }
}

/** How many rows wait to be sent, by kind. */
export async function countWaiting(db: Db): Promise<Map<string, number>> {
  const query = db.query.selectFrom('outbox').where('next_at', 'is not', null).groupBy('kind')
  const rows = await query.select(['kind', (row) => row.fn.countAll().as('waiting')]).execute()
  const counted = new Map(rows.map(({ kind, waiting }) => [kind, Number(waiting)]))
  return new Map(outboxKinds.map((kind) => [kind, counted.get(kind) ?? 0]))
}
