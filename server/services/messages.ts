import type { ContactMessage, MessageUpdate } from '../../contract/contact.ts'
import { deleteContact, listContacts, updateContact } from '../db/contact.ts'
import type { ContactRow } from '../db/schema.ts'
import { type Listed, type ListQuery, listRows } from './lists.ts'
import { done, type Outcome, refuse, refuseFields } from './outcome.ts'
import { type Actor, logDeletion } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'

const noMessage = refuse('not-found', { detail: 'There is no such message.' })

function toMessage({ id, subject, name, email, message, created_at, ...row }: ContactRow): ContactMessage {
  const isAnswered = row.answered_at !== null
  return { _id: id, subject, name, email, message, created_at, isRead: row.read_at !== null, isAnswered }
}

/** Messages of the contact form for administrators, newest first; `state: 'new'` are the unread ones. */
export async function listMessages(
  { db }: Shop,
  query: ListQuery & { state?: 'new' | undefined },
): Promise<Listed<ContactMessage>> {
  const listed = await listRows(query, listContacts(db, query.state === 'new'))
  return { ...listed, rows: listed.rows.map(toMessage) }
}

/** Marks a message as read or answered, or takes that back. Refuses with `not-found`. */
export async function updateMessage(shop: Shop, id: string, update: MessageUpdate): Promise<Outcome<ContactMessage>> {
  const now = isoNow(shop.clock)
  const isRead = update.isAnswered || update.isRead
  const change = {
    ...(isRead !== undefined && { read_at: isRead ? now : null }),
    ...(update.isAnswered !== undefined && { answered_at: update.isAnswered ? now : null }),
  }
  if (Object.keys(change).length === 0) return refuseFields({ path: 'isRead', rule: 'required' })
  const row = await updateContact(shop.db, id, change)
  return row ? done(toMessage(row)) : noMessage
}

/** Deletes a message. Refuses with `not-found`. */
export async function deleteMessage(shop: Shop, id: string, actor: Actor): Promise<Outcome<undefined>> {
  if (!(await deleteContact(shop.db, id))) return noMessage
  logDeletion(shop, { kind: 'message', id, actor })
  return done(undefined)
}
