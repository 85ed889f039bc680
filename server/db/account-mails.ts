import type { Handle } from './handle.ts'
import type { AccountMailRow } from './schema.ts'

export async function insertAccountMail(tx: Handle, mail: AccountMailRow): Promise<void> {
  await tx.query.insertInto('account_mail').values(mail).execute()
}

/** Mails whose turn to be sent has come, oldest first. */
export async function listDueAccountMails(db: Handle, now: string, limit: number): Promise<AccountMailRow[]> {
  const query = db.query.selectFrom('account_mail').selectAll().where('next_attempt_at', '<=', now)
  return query.orderBy('next_attempt_at').orderBy('id').limit(limit).execute()
}

/** Takes a mail for one try and sets the next one; false when another instance was faster. */
export async function claimAccountMail(db: Handle, mail: AccountMailRow, nextAttemptAt: string): Promise<boolean> {
  const claimed = await db.query
    .updateTable('account_mail')
    .set({ attempts: mail.attempts + 1, next_attempt_at: nextAttemptAt })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function deleteAccountMail(db: Handle, id: string): Promise<void> {
  await db.query.deleteFrom('account_mail').where('id', '=', id).execute()
}
