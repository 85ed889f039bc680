import { sql } from 'kysely'
import { type Handle, lockRows } from '../platform/db/handle.ts'
import { countRows, type LongList } from '../platform/db/long-list.ts'
import type { ContactRow } from '../platform/db/schema.ts'

export async function insertContact(tx: Handle, message: ContactRow): Promise<void> {
  await tx.query.insertInto('contact_message').values(message).execute()
}

/** Messages that are due to be sent, oldest first. */
export async function listDueContacts(db: Handle, now: string, limit: number): Promise<ContactRow[]> {
  return db.query
    .selectFrom('contact_message')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function setContactSent(db: Handle, id: string, sentAt: string): Promise<void> {
  await db.query
    .updateTable('contact_message')
    .set({ sent_at: sentAt, next_attempt_at: null })
    .where('id', '=', id)
    .execute()
}

/** All messages, or the unread ones, newest first. */
export function listContacts(db: Handle, isNew: boolean): LongList<ContactRow> {
  const all = db.query.selectFrom('contact_message').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const query = isNew ? all.where('read_at', 'is', null) : all
  return {
    count: () => countRows(db, 'contact_message', isNew ? sql`read_at is null` : undefined),
    rows: ({ offset, limit }) => query.limit(limit).offset(offset).execute(),
  }
}

/** The message, locked until the transaction ends. */
export async function lockContact(tx: Handle, id: string): Promise<ContactRow | undefined> {
  return lockRows(tx, tx.query.selectFrom('contact_message').selectAll().where('id', '=', id)).executeTakeFirst()
}

/** The changed message; undefined if there is none. */
export async function updateContact(
  db: Handle,
  id: string,
  change: Partial<Pick<ContactRow, 'read_at' | 'answered_at'>>,
): Promise<ContactRow | undefined> {
  const query = db.query.updateTable('contact_message').set(change).where('id', '=', id).returningAll()
  return query.executeTakeFirst()
}

/** The deleted message; undefined if there was none. */
export async function deleteContact(tx: Handle, id: string): Promise<ContactRow | undefined> {
  return tx.query.deleteFrom('contact_message').where('id', '=', id).returningAll().executeTakeFirst()
}
