import { isEmail, normaliseEmail } from '../../contract/email.ts'
import { newShop } from '../../contract/shop-texts.ts'

/** A message of the contact form, as it was stored. */
export interface ContactMail {
  /** the stored message's id; a second try of the same message carries the same Message-ID */
  id: string
  subject: string
  name: string
  /** the visitor's address; goes nowhere but into Reply-To */
  email: string
  text: string
}

/** A mail about an order, to its buyer or the shop's desk. */
export interface NoticeMail {
  /** as above */
  id: string
  /** an e-mail address; empty for the desk */
  recipient: string
  subject: string
  text: string
}

export interface Mailer {
  /** false when no mail server is set: messages are then only saved in the database */
  enabled: boolean
  /** Hands a message to the mail server; rejects when that did not take it, and the caller tries again later. */
  send(mail: ContactMail): Promise<void>
  /** The same for a mail about an order. */
  sendNotice(mail: NoticeMail): Promise<void>
  close(): Promise<void>
}

/** One line without control characters: what a header may hold. */
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

/** Mail to the shop's one address, and about orders to their buyers. Loads the mail library at the first message. `shopName` is asked with each mail. */
export function createMailer(
  settings: { smtpUrl?: string | undefined; contactTo?: string | undefined },
  shopName: () => Promise<string> = async () => newShop.name,
): Mailer {
  const { smtpUrl, contactTo } = settings
  if (!smtpUrl || !contactTo) {
    const send = () => Promise.reject(new Error('No mail server is set.'))
    return {
      enabled: false,
      send,
      sendNotice: send,
      close: () => Promise.resolve(),
    }
  }
  if (!isEmail(contactTo)) throw new Error('CONTACT_TO must be one e-mail address.')
  let transport: ReturnType<typeof openTransport> | undefined
  const from = async () => ({ name: headerText(await shopName()), address: contactTo })
  const domain = contactTo.slice(contactTo.lastIndexOf('@') + 1)
  const messageId = (id: string) => `<${id.replace(/[^0-9a-z-]/gi, '')}@${domain}>`

  return {
    enabled: true,
    async send({ id, subject, name, email, text }) {
      transport ??= openTransport(smtpUrl)
      const visitor = { name: headerText(name), address: normaliseEmail(email) }
      await (await transport).sendMail({
        from: await from(),
        to: { name: '', address: contactTo },
        // the mail server gets one recipient, whatever the headers say
        envelope: { from: contactTo, to: [contactTo] },
        ...(isEmail(email) ? { replyTo: visitor } : {}),
        messageId: messageId(id),
        subject: headerText(subject) || 'Message from the contact form',
        text: `${text}\n\n-- \n${visitor.name} <${visitor.address}>\n`,
      })
    },
    async sendNotice({ id, recipient, subject, text }) {
      transport ??= openTransport(smtpUrl)
      const address = recipient === '' ? contactTo : normaliseEmail(recipient)
      if (!isEmail(address)) throw Object.assign(new Error('No e-mail address.'), { code: 'EADDRESS' })
      await (await transport).sendMail({
        from: await from(),
        to: { name: '', address },
        envelope: { from: contactTo, to: [address] },
        messageId: messageId(id),
        subject: headerText(subject),
        text: `${text}\n`,
        // so that no absence note answers it (RFC 3834)
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
