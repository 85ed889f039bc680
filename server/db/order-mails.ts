import type { Handle } from './handle.ts'
import type { OrderMailRow } from './schema.ts'

export async function insertOrderMail(tx: Handle, mail: OrderMailRow): Promise<void> {
  await tx.query.insertInto('order_mail').values(mail).execute()
}

/** Mails whose turn to be sent has come, oldest first. */
export async function listDueOrderMails(db: Handle, now: string, limit: number): Promise<OrderMailRow[]> {
  const query = db.query.selectFrom('order_mail').selectAll().where('next_attempt_at', '<=', now)
  return query.orderBy('next_attempt_at').orderBy('id').limit(limit).execute()
}

/** Takes a mail for one try and sets the next one; false when another instance was faster. */
export async function claimOrderMail(db: Handle, mail: OrderMailRow, nextAttemptAt: string): Promise<boolean> {
  const claimed = await db.query
    .updateTable('order_mail')
    .set({ attempts: mail.attempts + 1, next_attempt_at: nextAttemptAt })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function deleteOrderMail(db: Handle, id: string): Promise<void> {
  await db.query.deleteFrom('order_mail').where('id', '=', id).execute()
}
