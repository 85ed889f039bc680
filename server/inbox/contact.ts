import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { normaliseEmail, plainLine } from '../../contract/fields.ts'
import type { ContactMessage } from '../../contract/inbox.ts'
import { colonIn, inEach } from '../../contract/locales.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { type Db, deleteRows, findRow, isoNow, lockRow, updateRows } from '../db/database.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import type { ContactRow } from '../db/row-types.ts'
import { logDeletion, transactAs } from '../http/caller.ts'
import { listRows, tableList } from '../http/lists.ts'
import { answerList, type Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required } from '../http/refusal.ts'
import { ofMail, type Sending } from '../outbox/deliver.ts'
import { quoted } from '../outbox/mailer.ts'
import { enqueue, forgetSubject, publishEvents, subjectId } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** Mails to the desk about messages of the contact form: `link` stands before the link to the messages, `writes` before the visitor's words. */
const texts = {
  subject: inEach(
    'Message from the contact form',
    'Message du formulaire de contact',
    'Mensaje del formulario de contacto',
  ),
  link: inEach('All messages:', 'Tous les messages\u202f:', 'Todos los mensajes:'),
  writes: inEach('writes:', 'écrit\u202f:', 'escribe:'),
}

const noMessage = refuse('not-found', { detail: 'There is no such message.' })

function toMessage({ id, subject, name, email, message, created_at, ...row }: ContactRow): ContactMessage {
  const isAnswered = row.answered_at !== null
  return { _id: id, subject, name, email, message, created_at, isRead: row.read_at !== null, isAnswered }
}

const subjectOf = ({ id, name, email }: ContactRow) => ({ id, name: name || email })

/** Messages of the contact form for administrators, newest first; with `state: 'new'` only the unread ones. */
export const listMessages: Handler<'listMessages'> = async ({ db }, { query }) => {
  const condition = query.state === 'new' ? sql<SqlBool>`read_at is null` : undefined
  const source = tableList(db, 'contact_message', { by: ['created_at desc', 'id desc'], condition })
  return answerList('/api/messages/', query, await listRows(query, source, toMessage))
}

/** Sets or clears whether a message is read or answered. Refuses with `not-found` or `invalid-fields`. */
export const updateMessage: Handler<'updateMessage'> = async (deps, { param: id, body: update, user: actor }) => {
  const now = isoNow(deps.clock)
  const isRead = update.isAnswered || update.isRead
  const change = {
    ...(isRead !== undefined && { read_at: isRead ? now : null }),
    ...(update.isAnswered !== undefined && { answered_at: update.isAnswered ? now : null }),
  }
  if (Object.keys(change).length === 0) throw refuseFields({ path: 'isRead', rule: 'required' })
  return transactAs(deps, actor, async (tx) => {
    const row = required(await lockRow(tx, 'contact_message', { id }), noMessage)
    await updateRows(tx, 'contact_message', { having: { id }, change })
    const [before, after] = [toMessage(row), toMessage({ ...row, ...change })]
    await recordChange(deps, tx, { by: actor, kind: 'message-changed', thing: subjectOf(row), before, after })
    return after
  })
}

/** Deletes a message. Refuses with `not-found`. */
export const deleteMessage: Handler<'deleteMessage'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    const row = required(await deleteRows(tx, 'contact_message', { id }), noMessage)
    await forgetSubject(tx, `message:${id}`)
    await audit(deps, tx, { by: actor, kind: 'message-deleted', thing: subjectOf(row) })
  })
  logDeletion(deps, { kind: 'message', id, actor })
}

/** Stores a visitor's message, to be mailed later. Refuses with `invalid-fields` and like `withIdempotencyKey`. */
export const sendContact: Handler<'sendContact'> = async (deps, { body: input, key, address }) => {
  const payload = { call: 'sendContact', ...input }
  const limits = [{ kind: 'contact', who: address } as const]
  const rebuild = async (_db: Db, id: string) => ({ _id: id })
  return withIdempotencyKey(deps, { key, caller: undefined, payload, limits, rebuild }, async (tx) => {
    const id = key ?? v7()
    const [name, title] = [input.user_name?.trim() ?? '', input.user_object?.trim() ?? '']
    const written = { subject: title, name, email: normaliseEmail(input.user_email), message: input.user_message }
    const row = { id, ...written, created_at: isoNow(deps.clock), read_at: null, answered_at: null }
    await tx.query.insertInto('contact_message').values(row).execute()
    const subject = `message:${id}` as const
    await enqueue(deps, tx, { kind: 'contact_message', target: '', subject })
    const event = { type: 'message.created', subject, seq: 0, short: { _id: id } } as const
    await publishEvents(deps, tx, { types: [event.type], read: () => [{ ...event, data: toMessage(row) }] })
    return { _id: id }
  })
}

/** The mail to the desk. The visitor's words stand below the shop's own. */
function toMail({ deskLanguage, orderMails }: ServiceDeps, { id, subject, name, email, message }: ContactRow) {
  const title = texts.subject[deskLanguage]
  const link = orderMails && `${texts.link[deskLanguage]}\n${orderMails.publicUrl}/#/admin/messages`
  const author = `${plainLine(name)} <${email}>`.trim()
  const words = `${author} ${texts.writes[deskLanguage]}\n${quoted(message)}`
  const about = plainLine(subject)
  const text = [`${title}.`, link, words].filter((part) => part !== undefined).join('\n\n')
  const line = about ? title + colonIn(deskLanguage) + about : title
  return { id, subject: line, name, email, text, language: deskLanguage }
}

export const contactMails: Sending = {
  kind: 'contact_message',
  ...ofMail,
  isOn: ({ sendMail }) => sendMail !== undefined,
  async send(deps, row) {
    const message = await findRow(deps.db, 'contact_message', { id: subjectId(row) })
    if (message) await deps.sendMail?.(toMail(deps, message))
  },
  mostAttempts: () => Number.POSITIVE_INFINITY,
}
