import { v7 } from 'uuid'
import { hour, isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { countWaiting as countDeliveries } from './webhooks-table.ts'

/** Tables of what is yet to be sent; their waiting rows have a time of the next attempt. */
const queues = ['order_mail', 'account_mail', 'admin_mail', 'contact_message', 'push_message'] as const
type Queue = (typeof queues)[number]
type MailTable = 'account_mail' | 'admin_mail' | 'order_mail'

type Queued = 'id' | 'attempts' | 'next_attempt_at'

/** Queues a mail in the caller's transaction. */
export async function insertMail<T extends MailTable>(
  { clock }: Pick<ServiceDeps, 'clock'>,
  tx: Db,
  { table, mail }: { table: T; mail: Omit<Schema[T], Queued> },
): Promise<void> {
  const row = { id: v7({ msecs: clock.now() }), ...mail, attempts: 0, next_attempt_at: isoNow(clock) }
  // all of the table that is named
  await tx.query
    .insertInto<MailTable>(table)
    .values(row as Schema[T])
    .execute()
}

/** Mails that are due to be sent, oldest first. */
async function listDueMails<T extends MailTable>(db: Db, table: T, { now, limit }: { now: string; limit: number }) {
  const query = db.query.selectFrom<MailTable>(table).selectAll().where('next_attempt_at', '<=', now)
  // all of the table that is named
  return (await query.orderBy('next_attempt_at').orderBy('id').limit(limit).execute()) as Schema[T][]
}

/** Claims a row for one attempt and schedules the next; false if another instance has claimed it. */
async function claimTry(
  db: Db,
  table: Queue,
  { id, attempts, nextAttemptAt }: { id: string; attempts: number; nextAttemptAt: string },
): Promise<boolean> {
  const claimed = await db.query
    .updateTable(table)
    .set({ attempts: attempts + 1, next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Removes the mails and push messages about a milestone of an order that have not been sent. */
export async function forgetMilestone(tx: Db, orderId: string, milestone: number): Promise<void> {
  for (const table of ['order_mail', 'push_message'] as const) {
    const queued = tx.query.deleteFrom(table).where('order_id', '=', orderId)
    await queued.where('milestone_seq', '=', milestone).execute()
  }
}

async function deleteQueued(db: Db, table: Queue, id: string): Promise<void> {
  await db.query.deleteFrom(table).where('id', '=', id).execute()
}

/** Milliseconds. The delay doubles with each attempt. */
const retry = { first: 60_000, longest: 6 * hour }
const atOnce = 20
/** Failed attempts before a row is settled unsent, within two and a half days. */
const usualAttempts = 16

/** Called for each failure with the row's id and the library's code, never with its content. */
type FailureListener = (failure: { id: string; code: string }) => void

export interface SendRound {
  /** aborts when the server stops: no further row is begun */
  signal?: AbortSignal
  onFailure?: FailureListener
}

/** A table whose rows are written in a transaction and sent afterwards. */
interface Outbox<Row> {
  table: Queue
  due(now: string, limit: number): Promise<Row[]>
  send(row: Row): Promise<void>
  /** what becomes of a row that is sent; by default it is deleted */
  settle?(row: Row): Promise<void>
  /** failed attempts after which a row is settled unsent, where not `usualAttempts` */
  mostAttempts?(row: Row): number
}

function codeOf(error: unknown): string {
  const { code, responseCode, statusCode }: Record<string, unknown> = Object(error)
  return [code, responseCode, statusCode].filter((part) => part !== undefined).join(' ') || 'unknown'
}

/** Sends the due rows; returns the number of failures, which are retried later. */
export async function sendDue<Row extends { id: string; attempts: number }>(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  outbox: Outbox<Row>,
  { signal, onFailure = () => {} }: SendRound = {},
): Promise<number> {
  let failed = 0
  for (const row of await outbox.due(isoNow(clock), atOnce)) {
    if (signal?.aborted) break
    const wait = Math.min(retry.longest, retry.first * 2 ** row.attempts)
    // claimed before it is sent, so that one instance sends it and a crash in between only delays it
    if (!(await claimTry(db, outbox.table, { ...row, nextAttemptAt: isoNow(clock, wait) }))) continue
    try {
      await outbox.send(row)
    } catch (error) {
      onFailure({ id: row.id, code: codeOf(error) })
      failed++
      if (row.attempts + 1 < (outbox.mostAttempts?.(row) ?? usualAttempts)) continue
    }
    await (outbox.settle ? outbox.settle(row) : deleteQueued(db, outbox.table, row.id))
  }
  return failed
}

/** Sends the due mails of a table; returns the number of failures. */
export function sendMails<T extends MailTable>(
  deps: Pick<ServiceDeps, 'db' | 'clock'>,
  { table, ...outbox }: Omit<Outbox<Schema[T]>, 'due'> & { table: T },
  round?: SendRound,
): Promise<number> {
  const due = (now: string, limit: number) => listDueMails(deps.db, table, { now, limit })
  return sendDue<Schema[T]>(deps, { table, due, ...outbox }, round)
}

/** How many messages wait to be sent. */
export async function countWaiting(db: Db): Promise<Map<Queue | 'webhook', number>> {
  const counts = new Map<Queue | 'webhook', number>()
  for (const queue of queues) {
    const query = db.query.selectFrom(queue).where('next_attempt_at', 'is not', null)
    const { waiting } = await query.select((eb) => eb.fn.countAll().as('waiting')).executeTakeFirstOrThrow()
    counts.set(queue, Number(waiting))
  }
  const webhooks = await countDeliveries(db)
  counts.set(
    'webhook',
    [...webhooks.values()].reduce((all, one) => all + one, 0),
  )
  return counts
}
