import type { ContactMessage, MessageUpdate } from '../../contract/inbox.ts'
import { forgetSubject } from '../outgoing/webhook-events.ts'
import { changesOf, recordActions, recordChange } from '../platform/admin-log.ts'
import { type Actor, logDeletion, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { ContactRow } from '../platform/db/schema.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { done, type Outcome, refuse, refuseFields } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deleteContact, listContacts, lockContact, updateContact } from './contact-table.ts'

const noMessage = refuse('not-found', { detail: 'There is no such message.' })

export function toMessage({ id, subject, name, email, message, created_at, ...row }: ContactRow): ContactMessage {
  const isAnswered = row.answered_at !== null
  return { _id: id, subject, name, email, message, created_at, isRead: row.read_at !== null, isAnswered }
}

const subjectOf = ({ id, name, email }: ContactRow) => ({ id, name: name || email })

/** Messages of the contact form for administrators, newest first; with `state: 'new'` only the unread ones. */
export async function listMessages(
  { db }: ServiceDeps,
  query: ListQuery & { state?: 'new' | undefined },
): Promise<Listed<ContactMessage>> {
  const listed = await listRows(query, listContacts(db, query.state === 'new'))
  return { ...listed, rows: listed.rows.map(toMessage) }
}

/** Sets or clears whether a message is read or answered. Refuses with `not-found` or `invalid-fields`. */
export async function updateMessage(
  deps: ServiceDeps,
  id: string,
  { update, actor }: { update: MessageUpdate; actor: Actor },
): Promise<Outcome<ContactMessage>> {
  const now = isoNow(deps.clock)
  const isRead = update.isAnswered || update.isRead
  const change = {
    ...(isRead !== undefined && { read_at: isRead ? now : null }),
    ...(update.isAnswered !== undefined && { answered_at: update.isAnswered ? now : null }),
  }
  if (Object.keys(change).length === 0) return refuseFields({ path: 'isRead', rule: 'required' })
  return transactAs<Outcome<ContactMessage>>(deps, actor, async (tx) => {
    const before = await lockContact(tx, id)
    const row = before && (await updateContact(tx, id, change))
    if (!row) return noMessage
    const changes = changesOf('message', toMessage(before), toMessage(row))
    await recordChange(deps, tx, { by: actor, kind: 'message-changed', thing: subjectOf(row), changes })
    return done(toMessage(row))
  })
}

/** Deletes a message. Refuses with `not-found`. */
export async function deleteMessage(deps: ServiceDeps, id: string, actor: Actor): Promise<Outcome<undefined>> {
  const deleted = await transactAs<Outcome<undefined>>(deps, actor, async (tx) => {
    const row = await deleteContact(tx, id)
    if (!row) return noMessage
    await forgetSubject(tx, `message:${id}`)
    await recordActions(deps, tx, [{ by: actor, kind: 'message-deleted', thing: subjectOf(row) }])
    return done(undefined)
  })
  if (deleted.ok) logDeletion(deps, { kind: 'message', id, actor })
  return deleted
}
