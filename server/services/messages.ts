import type { ContactMessage, MessageUpdate } from '../../contract/contact.ts'
import { deleteContact, listContacts, lockContact, updateContact } from '../db/contact.ts'
import type { ContactRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { changesOf, recordActions, recordChange } from './admin-log.ts'
import { type Listed, type ListQuery, listRows } from './lists.ts'
import { done, type Outcome, refuse, refuseFields } from './outcome.ts'
import { type Actor, logDeletion } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'

const noMessage = refuse('not-found', { detail: 'There is no such message.' })

function toMessage({ id, subject, name, email, message, created_at, ...row }: ContactRow): ContactMessage {
  const isAnswered = row.answered_at !== null
  return { _id: id, subject, name, email, message, created_at, isRead: row.read_at !== null, isAnswered }
}

const thingOf = ({ id, name, email }: ContactRow) => ({ id, name: name || email })

/** Messages of the contact form for administrators, newest first; with `state: 'new'` only the unread ones. */
export async function listMessages(
  { db }: Shop,
  query: ListQuery & { state?: 'new' | undefined },
): Promise<Listed<ContactMessage>> {
  const listed = await listRows(query, listContacts(db, query.state === 'new'))
  return { ...listed, rows: listed.rows.map(toMessage) }
}

/** Sets or clears whether a message is read or answered. Refuses with `not-found` or `invalid-fields`. */
export async function updateMessage(
  shop: Shop,
  id: string,
  { update, actor }: { update: MessageUpdate; actor: Actor },
): Promise<Outcome<ContactMessage>> {
  const now = isoNow(shop.clock)
  const isRead = update.isAnswered || update.isRead
  const change = {
    ...(isRead !== undefined && { read_at: isRead ? now : null }),
    ...(update.isAnswered !== undefined && { answered_at: update.isAnswered ? now : null }),
  }
  if (Object.keys(change).length === 0) return refuseFields({ path: 'isRead', rule: 'required' })
  return transact<Outcome<ContactMessage>>(shop.db, async (tx) => {
    const before = await lockContact(tx, id)
    const row = before && (await updateContact(tx, id, change))
    if (!row) return noMessage
    const changes = changesOf('message', toMessage(before), toMessage(row))
    await recordChange(shop, tx, { by: actor, kind: 'message-changed', thing: thingOf(row), changes })
    return done(toMessage(row))
  })
}

/** Deletes a message. Refuses with `not-found`. */
export async function deleteMessage(shop: Shop, id: string, actor: Actor): Promise<Outcome<undefined>> {
  const deleted = await transact<Outcome<undefined>>(shop.db, async (tx) => {
    const row = await deleteContact(tx, id)
    if (!row) return noMessage
    await recordActions(shop, tx, [{ by: actor, kind: 'message-deleted', thing: thingOf(row) }])
    return done(undefined)
  })
  if (deleted.ok) logDeletion(shop, { kind: 'message', id, actor })
  return deleted
}
