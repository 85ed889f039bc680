import { v7 } from 'uuid'
import { type Locale, toLocale } from '../../contract/locales.ts'
import type { Handle } from '../db/handle.ts'
import type { AccountMailRow } from '../db/schema.ts'
import { findUserByEmail } from '../db/users.ts'
import { claimTry, deleteMail, insertMail, listDueMails } from '../db/waiting-mails.ts'
import { type LinkKind, makeLink } from './account-links.ts'
import { accountMailTexts } from './account-mail-texts.ts'
import { type Outbox, type SendRound, sendDue } from './send-due.ts'
import { isoNow, type Shop } from './shop.ts'

/** Attempts before a mail is dropped: two hours for a reset, two and a half days for a confirmation. */
const mostAttempts: Record<LinkKind, number> = { reset: 8, confirm: 16 }

/**
 * Queues a mail with a link, in the caller's transaction. The account is looked up when the mail is sent, so that this takes
 * the same time for an unknown address.
 */
export async function mailLink(
  shop: Shop,
  tx: Handle,
  { kind, email, language }: { kind: LinkKind; email: string; language: Locale },
): Promise<void> {
  const id = v7({ msecs: shop.clock.now() })
  const mail = { id, kind, email, language, attempts: 0, next_attempt_at: isoNow(shop.clock) }
  await insertMail(tx, 'account_mail', mail)
}

const pathOf: Record<LinkKind, (token: string) => string> = {
  reset: (token) => `/#/reset/${token}`,
  confirm: (token) => `/api/users/confirm/${token}`,
}

async function send(shop: Shop, mail: AccountMailRow): Promise<void> {
  const { kind, email } = mail
  const account = await findUserByEmail(shop.db, email)
  if (!account || !shop.orderMails) return
  const { token } = await makeLink(shop, shop.db, { kind, account })
  const { subject, before, after } = accountMailTexts[toLocale(mail.language) ?? 'en'][kind]
  const link = shop.orderMails.publicUrl + pathOf[kind](token)
  const text = [before(account.name), link, after].join('\n\n')
  await shop.orderMails.send({ id: mail.id, recipient: email, subject, text })
}

/** Sends the due mails; returns the number of failures. */
export async function sendAccountMails(shop: Shop, round: SendRound = {}): Promise<number> {
  const { db } = shop
  const outbox: Outbox<AccountMailRow> = {
    due: (now, limit) => listDueMails(db, 'account_mail', now, limit),
    claim: (mail, next) => claimTry(db, 'account_mail', mail, next),
    send: (mail) => send(shop, mail),
    settle: ({ id }) => deleteMail(db, 'account_mail', id),
    mostAttempts: ({ kind }) => mostAttempts[kind],
  }
  return sendDue(shop, outbox, round)
}
