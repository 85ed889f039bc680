import { v7 } from 'uuid'
import type { ContactAnswer, ContactInput } from '../../contract/contact.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import { claimContact, insertContact, listDueContacts, markContactSent } from '../db/contact.ts'
import type { ContactRow } from '../db/schema.ts'
import { done, type Refusal, refuseFields } from '../http/outcome.ts'
import { type Answered, oncePerKey } from './once.ts'
import { isoNow, type Shop } from './shop.ts'

/** Milliseconds: the first retry after a minute, then twice as long each time, at most six hours. */
const retry = { first: 60_000, longest: 6 * 60 * 60 * 1000 }
const atOnce = 20

/** Control characters, line breaks among them, would end up in the head of a mail. */
const notOneLine = /[\p{Cc}\u2028\u2029]/u

function wrongFields(input: ContactInput): [string, string][] {
  const wrong: [string, string][] = []
  if (!isEmail(input.user_email)) wrong.push(['user_email', 'Please enter a valid email address.'])
  for (const name of ['user_object', 'user_name'] as const) {
    if (notOneLine.test(input[name] ?? '')) wrong.push([name, `${name} must be one line.`])
  }
  return wrong
}

/**
 * Keeps a message of a visitor; it is mailed afterwards. Refuses with `invalid-fields` and what `oncePerKey` refuses
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
  const { input, key, address } = request
  const wrong = wrongFields(input)
  if (wrong.length > 0) return refuseFields(...wrong)
  const payload = { call: 'sendContact', ...input }
  return oncePerKey(shop, { key, owner: '', payload, limit: { kind: 'contact', who: address } }, async (tx) => {
    const now = isoNow(shop.clock)
    const row = {
      id: v7(),
      subject: input.user_object?.trim() ?? '',
      name: input.user_name?.trim() ?? '',
      email: normaliseEmail(input.user_email),
      message: input.user_message,
      created_at: now,
      sent_at: null,
      attempts: 0,
      next_attempt_at: now,
    }
    await insertContact(tx, row)
    return done({ status: 201, text: request.encode({ _id: row.id }) })
  })
}

/** Who hears of a message that could not be mailed, by its id and the mail library's code: never by what is in it. */
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
  await markContactSent(shop.db, message.id, isoNow(shop.clock))
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
