import { toLocale } from '../../contract/locales.ts'
import { plainLine } from '../../contract/texts/one-line.ts'
import { momentText } from '../../contract/texts/text-numbers.ts'
import { listAdmins } from '../accounts/users-table.ts'
import { type SendRound, sendMails } from '../outgoing/send-due.ts'
import { insertMail } from '../outgoing/waiting-mails-table.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AdminMailRow } from '../platform/db/outgoing-rows.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { type BankNews, type BankWords, bankMailTexts } from './bank-mail-texts.ts'

/** Queues a mail to every administrator about a bank account, in the caller's transaction. `from` of the words: ISO 8601. */
export async function mailBank(
  deps: ServiceDeps,
  tx: Handle,
  { news, timeZone, ...words }: BankWords & { news: BankNews; timeZone: string },
): Promise<void> {
  if (!deps.orderMails) return
  const language = deps.deskLanguage
  const { after, ...texts } = bankMailTexts[language]
  const { subject, before } = texts[news]
  const from = momentText(words.from, timeZone, language)
  const said = before({ account: words.account, from, by: plainLine(words.by), bank: plainLine(words.bank) })
  const body = [said, `${deps.orderMails.publicUrl}/#/admin/shop`, after].join('\n\n')
  for (const { email } of await listAdmins(tx))
    await insertMail(deps, tx, { table: 'admin_mail', mail: { recipient: email, language, subject, body } })
}

/** Sends the due mails; returns the number of failures. */
export async function sendBankMails(deps: ServiceDeps, round?: SendRound): Promise<number> {
  const { orderMails } = deps
  if (!orderMails) return 0
  const send = ({ id, recipient, subject, body: text, language }: AdminMailRow) =>
    orderMails.send({ id, recipient, subject, text, language: toLocale(language) ?? 'en' })
  return sendMails(deps, { table: 'admin_mail', send }, round)
}
