import { v7 } from 'uuid'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** Tables of what is yet to be sent; their waiting rows have a time of the next attempt. */
export const queues = ['order_mail', 'account_mail', 'admin_mail', 'contact_message', 'push_message'] as const
export type Queue = (typeof queues)[number]
export type MailTable = 'account_mail' | 'admin_mail' | 'order_mail'

type Queued = 'id' | 'attempts' | 'next_attempt_at'

/** Queues a mail in the caller's transaction. */
export async function insertMail<T extends MailTable>(
  { clock }: Pick<ServiceDeps, 'clock'>,
  tx: Handle,
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
export async function listDueMails<T extends MailTable>(
  db: Handle,
  table: T,
  { now, limit }: { now: string; limit: number },
) {
  const query = db.query.selectFrom<MailTable>(table).selectAll().where('next_attempt_at', '<=', now)
  // all of the table that is named
  return (await query.orderBy('next_attempt_at').orderBy('id').limit(limit).execute()) as Schema[T][]
}

/** Claims a row for one attempt and schedules the next; false if another instance has claimed it. */
export async function claimTry(
  db: Handle,
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
export async function forgetMilestone(tx: Handle, orderId: string, milestone: number): Promise<void> {
  for (const table of ['order_mail', 'push_message'] as const) {
    const queued = tx.query.deleteFrom(table).where('order_id', '=', orderId)
    await queued.where('milestone_seq', '=', milestone).execute()
  }
}

export async function deleteQueued(db: Handle, table: Queue, id: string): Promise<void> {
  await db.query.deleteFrom(table).where('id', '=', id).execute()
}
