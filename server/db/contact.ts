import type { Handle } from './handle.ts'
import type { ContactRow } from './schema.ts'

export async function insertContact(tx: Handle, message: ContactRow): Promise<void> {
  await tx.query.insertInto('contact_message').values(message).execute()
}

/** Messages whose turn to be sent has come, oldest first. */
export async function listDueContacts(db: Handle, now: string, limit: number): Promise<ContactRow[]> {
  return db.query
    .selectFrom('contact_message')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Takes a message for one try and sets the next one; false when another instance was faster. */
export async function claimContact(db: Handle, message: ContactRow, nextAttemptAt: string): Promise<boolean> {
  const claimed = await db.query
    .updateTable('contact_message')
    .set({ attempts: message.attempts + 1, next_attempt_at: nextAttemptAt })
    .where('id', '=', message.id)
    .where('attempts', '=', message.attempts)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function setContactSent(db: Handle, id: string, sentAt: string): Promise<void> {
  await db.query
    .updateTable('contact_message')
    .set({ sent_at: sentAt, next_attempt_at: null })
    .where('id', '=', id)
    .execute()
}
