import { v7 } from 'uuid'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { ContactAnswer, ContactInput } from '../../contract/inbox.ts'
import { colonIn } from '../../contract/locales.ts'
import { plainLine } from '../../contract/texts/one-line.ts'
import { quoted } from '../outgoing/quoted.ts'
import { type SendRound, sendDue } from '../outgoing/send-due.ts'
import { tellWebhooks } from '../outgoing/webhook-events.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { ContactRow } from '../platform/db/schema.ts'
import { type Answered, withIdempotencyKey } from '../platform/idempotency.ts'
import { done, type Refusal, refuseFields } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { contactMailTexts } from './contact-mail-texts.ts'
import { insertContact, listDueContacts, setContactSent } from './contact-table.ts'
import { toMessage } from './messages.ts'

/** Stores a visitor's message, to be mailed later. Refuses with `invalid-fields` and like `withIdempotencyKey`. */
export async function saveContact(
  deps: ServiceDeps,
  request: {
    input: ContactInput
    key: string | undefined
    address: string
    encode: (answer: ContactAnswer) => string
  },
): Promise<Answered | Refusal> {
  const { input, key, address, encode } = request
  if (!isEmail(input.user_email)) return refuseFields({ path: 'user_email', rule: 'email' })
  const payload = { call: 'sendContact', ...input }
  const rebuild = async (_db: Handle, id: string) => done(encode({ _id: id }))
  return withIdempotencyKey(
    deps,
    { key, caller: undefined, payload, limits: [{ kind: 'contact', who: address }], rebuild },
    async (tx) => {
      const now = isoNow(deps.clock)
      const row = {
        id: key ?? v7(),
        subject: input.user_object?.trim() ?? '',
        name: input.user_name?.trim() ?? '',
        email: normaliseEmail(input.user_email),
        message: input.user_message,
        created_at: now,
        sent_at: null,
        attempts: 0,
        next_attempt_at: now,
        read_at: null,
        answered_at: null,
      }
      await insertContact(tx, row)
      const tell = { type: 'message.created', subject: `message:${row.id}`, seq: 0, short: { _id: row.id } } as const
      await tellWebhooks(deps, tx, { types: [tell.type], read: () => [{ ...tell, data: toMessage(row) }] })
      return done({ status: 201, text: encode({ _id: row.id }) })
    },
  )
}

/** The mail to the desk. The visitor's words stand below the shop's own. */
function toMail({ deskLanguage, orderMails }: ServiceDeps, { id, subject, name, email, message }: ContactRow) {
  const texts = contactMailTexts[deskLanguage]
  const link = orderMails && `${texts.link}\n${orderMails.publicUrl}/#/admin/messages`
  const words = `${texts.said(`${plainLine(name)} <${email}>`.trim())}\n${quoted(message)}`
  const about = plainLine(subject)
  const text = [`${texts.subject}.`, link, words].filter((part) => part !== undefined).join('\n\n')
  return {
    id,
    subject: about ? texts.subject + colonIn(deskLanguage) + about : texts.subject,
    name,
    email,
    text,
    language: deskLanguage,
  }
}

/** Mails the due messages; returns the number of failures, which are retried later. */
export async function mailContacts(deps: ServiceDeps, round?: SendRound): Promise<number> {
  const { db, clock, sendMail } = deps
  if (!sendMail) return 0
  const outbox = {
    table: 'contact_message',
    due: (now: string, limit: number) => listDueContacts(db, now, limit),
    send: (message: ContactRow) => sendMail(toMail(deps, message)),
    settle: ({ id }: ContactRow) => setContactSent(db, id, isoNow(clock)),
    mostAttempts: () => Number.POSITIVE_INFINITY,
  } as const
  return sendDue(deps, outbox, round)
}
