import { v7 } from 'uuid'
import type { ContactAnswer, ContactInput } from '../../contract/contact.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import { insertContact, listDueContacts, setContactSent } from '../db/contact.ts'
import type { Handle } from '../db/handle.ts'
import type { ContactRow } from '../db/schema.ts'
import { claimTry } from '../db/waiting-mails.ts'
import { type Answered, withIdempotencyKey } from './idempotency.ts'
import { done, type Refusal, refuseFields } from './outcome.ts'
import { type Outbox, type SendRound, sendDue } from './send-due.ts'
import { isoNow, type Shop } from './shop.ts'

/** Control characters and line breaks, which must not get into the headers of a mail. */
const notOneLine = /[\p{Cc}\u2028\u2029]/u

function wrongFields(input: ContactInput): InvalidField[] {
  const wrong: InvalidField[] = []
  if (!isEmail(input.user_email)) wrong.push({ path: 'user_email', rule: 'email' })
  for (const name of ['user_object', 'user_name'] as const) {
    if (notOneLine.test(input[name] ?? '')) wrong.push({ path: name, rule: 'oneLine' })
  }
  return wrong
}

/** Stores a visitor's message, to be mailed later. Refuses with `invalid-fields` and like `withIdempotencyKey`. */
export async function saveContact(
  shop: Shop,
  request: {
    input: ContactInput
    key: string | undefined
    address: string
    encode: (answer: ContactAnswer) => string
  },
): Promise<Answered | Refusal> {
  const { input, key, address, encode } = request
  const wrong = wrongFields(input)
  if (wrong.length > 0) return refuseFields(...wrong)
  const payload = { call: 'sendContact', ...input }
  const rebuild = async (_db: Handle, id: string) => done(encode({ _id: id }))
  return withIdempotencyKey(
    shop,
    { key, owner: '', payload, limits: [{ kind: 'contact', who: address }], rebuild },
    async (tx) => {
      const now = isoNow(shop.clock)
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
      return done({ status: 201, text: encode({ _id: row.id }) })
    },
  )
}

/** Mails the due messages; returns the number of failures, which are retried later. */
export async function mailContacts(shop: Shop, round: SendRound = {}): Promise<number> {
  const { db, clock, sendMail } = shop
  if (!sendMail) return 0
  const outbox: Outbox<ContactRow> = {
    due: (now, limit) => listDueContacts(db, now, limit),
    claim: (message, next) => claimTry(db, 'contact_message', message, next),
    send: sendMail,
    settle: ({ id }) => setContactSent(db, id, isoNow(clock)),
  }
  return sendDue(shop, outbox, round)
}
