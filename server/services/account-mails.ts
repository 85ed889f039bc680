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

/** Tries of a mail that its recipient does not take: two hours for a password, two days and a half for an address. */
const mostAttempts: Record<LinkKind, number> = { reset: 8, confirm: 16 }

/**
 * Writes a mail with a link down, in the transaction of what it is about. Whether an account has the address is looked up
 * when it is sent, so that this takes as long for an unknown one.
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

/** Sends the mails whose turn has come; returns how many could not be sent. */
export async function sendAccountMails(shop: Shop, round: SendRound = {}): Promise<number> {
  const { db } = shop
  const outbox: Outbox<AccountMailRow> = {
    due: (now, limit) => listDueMails(db, 'account_mail', now, limit),
    claim: (mail, next) => claimTry(db, 'account_mail', mail, next),
    async send(mail) {
      try {
        await send(shop, mail)
      } catch (error) {
        if (mail.attempts + 1 >= mostAttempts[mail.kind]) await deleteMail(db, 'account_mail', mail.id)
        throw error
      }
    },
    settle: ({ id }) => deleteMail(db, 'account_mail', id),
  }
  return sendDue(shop, outbox, round)
}
