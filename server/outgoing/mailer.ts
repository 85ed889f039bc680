import { isEmail, normaliseEmail } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locales.ts'
import { newShop } from '../../contract/shop.ts'
import type { ContactMail, NoticeMail } from '../service-deps.ts'
import { type MailShop, mailHtml } from './mail-html.ts'

export interface Mailer {
  /** false without a mail server: messages are then only stored in the database */
  enabled: boolean
  /** Sends a contact message; rejects if the mail server does not accept it, and the caller retries later. */
  send(mail: ContactMail): Promise<void>
  /** Sends a notice; rejects likewise. */
  sendNotice(mail: NoticeMail): Promise<void>
  /** Whether the mail server answers and takes the log-in; rejects if not. */
  check(): Promise<void>
  close(): Promise<void>
}

interface Outgoing {
  id: string
  to: string
  subject: string
  text: string
  language: Locale
  replyTo?: { name: string; address: string }
  headers?: Record<string, string>
}

/** Makes a text safe for a header: one line without control characters. */
export function headerText(text: string): string {
  return text
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

interface MailSettings {
  smtpUrl?: string | undefined
  contactTo?: string | undefined
  /** the sender; by default `contactTo` */
  mailFrom?: string | undefined
  publicUrl?: string | undefined
}

/** Sends mail to the shop's address and to users. Loads nodemailer at the first mail; calls `readShop` for each. */
export function createMailer(
  { smtpUrl, contactTo, mailFrom, publicUrl }: MailSettings,
  readShop: () => Promise<MailShop> = async () => newShop,
): Mailer {
  if (!smtpUrl || !contactTo) {
    const send = () => Promise.reject(new Error('No mail server is set.'))
    return { enabled: false, send, sendNotice: send, check: send, close: () => Promise.resolve() }
  }
  if (!isEmail(contactTo)) throw new Error('CONTACT_TO must be one e-mail address.')
  const sender = mailFrom ?? contactTo
  if (!isEmail(sender)) throw new Error('MAIL_FROM must be one e-mail address.')
  let transport: ReturnType<typeof openTransport> | undefined
  const domain = sender.slice(sender.lastIndexOf('@') + 1)

  const deliver = async ({ id, to, text, language, ...mail }: Outgoing) => {
    transport ??= openTransport(smtpUrl)
    const shop = await readShop()
    await (await transport).sendMail({
      ...mail,
      text: `${text}\n`,
      html: mailHtml({ subject: mail.subject, text, language }, shop, publicUrl),
      from: { name: headerText(shop.name), address: sender },
      to: { name: '', address: to },
      // one recipient, whatever the headers say
      envelope: { from: sender, to: [to] },
      messageId: `<${id.replace(/[^0-9a-z-]/gi, '')}@${domain}>`,
    })
  }

  return {
    enabled: true,
    async send({ subject, name, email, ...mail }) {
      const visitor = { name: headerText(name), address: normaliseEmail(email) }
      await deliver({
        ...mail,
        to: contactTo,
        ...(isEmail(email) ? { replyTo: visitor } : {}),
        subject: headerText(subject),
      })
    },
    async sendNotice({ recipient, subject, ...mail }) {
      const to = recipient === '' ? contactTo : normaliseEmail(recipient)
      if (!isEmail(to)) throw Object.assign(new Error('No e-mail address.'), { code: 'EADDRESS' })
      // Auto-Submitted: asks for no automatic replies (RFC 3834)
      const headers = { 'Auto-Submitted': 'auto-generated' }
      // answers go to the desk, also if the sender's mailbox is not read
      const replyTo = sender === contactTo ? {} : { replyTo: { name: '', address: contactTo } }
      await deliver({ ...mail, ...replyTo, to, subject: headerText(subject), headers })
    },
    async check() {
      // a transport of its own, so that it never opens the one of the mails
      const probe = await openTransport(smtpUrl)
      try {
        await probe.verify()
      } catch (error) {
        throw new Error('The mail server does not answer or refuses the log-in.', { cause: error })
      } finally {
        probe.close()
      }
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
