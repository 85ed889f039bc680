import { v7 } from 'uuid'
import type { Locale } from '../../contract/locales.ts'
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
  for (let at = 0; at < all.length; at += atOnce)
    await tx.query
      .insertInto('outbox')
      .values(all.slice(at, at + atOnce))
      .execute()
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

/** How many rows wait to be sent, by kind. */
export async function countWaiting(db: Db): Promise<Map<string, number>> {
  const query = db.query.selectFrom('outbox').where('next_at', 'is not', null).groupBy('kind')
  const rows = await query.select(['kind', (row) => row.fn.countAll().as('waiting')]).execute()
  const counted = new Map(rows.map(({ kind, waiting }) => [kind, Number(waiting)]))
  return new Map(outboxKinds.map((kind) => [kind, counted.get(kind) ?? 0]))
}
