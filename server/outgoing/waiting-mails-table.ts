import type { Handle } from '../platform/db/handle.ts'
import type { Schema } from '../platform/db/schema.ts'
import { type Due, isDue } from '../platform/due.ts'

/** Tables whose mails are deleted once they are sent. */
type MailTable = 'account_mail' | 'admin_mail' | 'order_mail'

export async function insertMail<T extends MailTable>(tx: Handle, table: T, mail: Schema[T]): Promise<void> {
  await tx.query.insertInto<MailTable>(table).values(mail).execute()
}

/** Mails that are due to be sent, oldest first. */
export async function listDueMails<T extends MailTable>(db: Handle, table: T, due: Due, limit: number) {
  const query = db.query.selectFrom<MailTable>(table).selectAll().where(isDue('next_attempt_at', due))
  // all of the table that is named
  return (await query.orderBy('next_attempt_at').orderBy('id').limit(limit).execute()) as Schema[T][]
}

/** Claims a row for one attempt and schedules the next; false if another instance has claimed it. */
export async function claimTry(
  db: Handle,
  table: MailTable | 'contact_message' | 'push_message',
  { id, attempts }: { id: string; attempts: number },
  nextAttemptAt: string,
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

/** Removes what has not been sent about a milestone of an order. */
export async function deleteMailsAbout(tx: Handle, orderId: string, milestone: number): Promise<void> {
  const mails = tx.query.deleteFrom('order_mail').where('order_id', '=', orderId)
  await mails.where('milestone_seq', '=', milestone).execute()
}

export async function deleteMail(db: Handle, table: MailTable, id: string): Promise<void> {
  await db.query.deleteFrom(table).where('id', '=', id).execute()
}
