import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import { momentText } from '../../contract/texts/text-numbers.ts'
import { listAdmins } from '../accounts/users-table.ts'
import { mailLine } from '../outgoing/quoted.ts'
import { type Outbox, type SendRound, sendDue } from '../outgoing/send-due.ts'
import { claimTry, deleteMail, insertMail, listDueMails } from '../outgoing/waiting-mails-table.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AdminMailRow } from '../platform/db/outgoing-rows.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { type BankNews, type BankWords, bankMailTexts } from './bank-mail-texts.ts'

/** Attempts before a mail is dropped, within two and a half days. */
const mostAttempts = 16

/** Queues a mail to every administrator about a bank account, in the caller's transaction. `from` of the words: ISO 8601. */
export async function mailBank(
  deps: ServiceDeps,
  tx: Handle,
  news: BankNews,
  { timeZone, ...words }: BankWords & { timeZone: string },
): Promise<void> {
  if (!deps.orderMails) return
  const language = deps.deskLanguage
  const { after, ...texts } = bankMailTexts[language]
  const { subject, before } = texts[news]
  const from = momentText(words.from, timeZone, language)
  const said = before({ account: words.account, from, by: mailLine(words.by), bank: mailLine(words.bank) })
  const body = [said, `${deps.orderMails.publicUrl}/#/admin/shop`, after].join('\n\n')
  for (const { email } of await listAdmins(tx)) {
    const mail = { id: v7({ msecs: deps.clock.now() }), recipient: email, language, subject, body }
    await insertMail(tx, 'admin_mail', { ...mail, attempts: 0, next_attempt_at: isoNow(deps.clock) })
  }
}

/** Sends the due mails; returns the number of failures. */
export async function sendAdminMails(deps: ServiceDeps, round: SendRound = {}): Promise<number> {
  const { db, orderMails } = deps
  if (!orderMails) return 0
  const outbox: Outbox<AdminMailRow> = {
    due: (due, limit) => listDueMails(db, 'admin_mail', due, limit),
    claim: (mail, next) => claimTry(db, 'admin_mail', mail, next),
    send: async ({ id, recipient, subject, body: text, language }) =>
      orderMails.send({ id, recipient, subject, text, language: toLocale(language) ?? 'en' }),
    settle: ({ id }) => deleteMail(db, 'admin_mail', id),
    mostAttempts: () => mostAttempts,
  }
  return sendDue(deps, outbox, round)
}
