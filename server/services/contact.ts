import { v7 } from 'uuid'
import type { ContactAnswer, ContactInput } from '../../contract/contact.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import { claimContact, insertContact, listDueContacts, setContactSent } from '../db/contact.ts'
import type { Handle } from '../db/handle.ts'
import type { ContactRow } from '../db/schema.ts'
import { type Answered, withIdempotencyKey } from './idempotency.ts'
import { done, type Refusal, refuseFields } from './outcome.ts'
import { isoNow, type Shop } from './shop.ts'

/** Milliseconds: the first retry after a minute, then twice as long each time, at most six hours. */
const retry = { first: 60_000, longest: 6 * 60 * 60 * 1000 }
const atOnce = 20

/** Control characters, line breaks among them, would end up in the head of a mail. */
const notOneLine = /[\p{Cc}\u2028\u2029]/u

function wrongFields(input: ContactInput): InvalidField[] {
  const wrong: InvalidField[] = []
  if (!isEmail(input.user_email)) wrong.push({ path: 'user_email', rule: 'email' })
  for (const name of ['user_object', 'user_name'] as const) {
    if (notOneLine.test(input[name] ?? '')) wrong.push({ path: name, rule: 'oneLine' })
  }
  return wrong
}

/**
 * Saves a visitor's message; it is mailed afterwards. Refuses with `invalid-fields` and what `withIdempotencyKey` refuses
 * with.
 */
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

/** Called for a message that could not be mailed, with its id and the mail library's code, never with its content. */
type FailureListener = (failure: { id: string; code: string }) => void

export interface MailRound {
  /** the server stops: no further message is begun */
  signal?: AbortSignal
  onFailure?: FailureListener
}

function codeOf(error: unknown): string {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown'
}

async function mailOne(shop: Shop, message: ContactRow, onFailure: FailureListener): Promise<boolean> {
  const wait = Math.min(retry.longest, retry.first * 2 ** message.attempts)
  // claimed before it is sent: of several instances one sends it, and a crash in between only delays it
  if (!(await claimContact(shop.db, message, isoNow(shop.clock, wait)))) return true
  try {
    await shop.sendMail?.(message)
  } catch (error) {
    onFailure({ id: message.id, code: codeOf(error) })
    return false
  }
  await setContactSent(shop.db, message.id, isoNow(shop.clock))
  return true
}

/** Mails the messages whose turn has come and returns how many could not be sent; those are tried again later. */
export async function mailContacts(shop: Shop, { signal, onFailure = () => {} }: MailRound = {}): Promise<number> {
  if (!shop.sendMail) return 0
  let failed = 0
  for (const message of await listDueContacts(shop.db, isoNow(shop.clock), atOnce)) {
    if (signal?.aborted) break
    if (!(await mailOne(shop, message, onFailure))) failed++
  }
  return failed
}
