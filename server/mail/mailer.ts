import { isEmail, normaliseEmail } from '../../contract/email.ts'

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

export interface Mailer {
  /** false when no mail server is set: messages are then only saved in the database */
  enabled: boolean
  /** Hands a message to the mail server; rejects when that did not take it, and the caller tries again later. */
  send(mail: ContactMail): Promise<void>
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

/** Mail to the shop, to one address and no other. Loads the mail library at the first message. */
export function createMailer(settings: { smtpUrl?: string | undefined; contactTo?: string | undefined }): Mailer {
  const { smtpUrl, contactTo } = settings
  if (!smtpUrl || !contactTo) {
    return {
      enabled: false,
      send: () => Promise.reject(new Error('No mail server is set.')),
      close: () => Promise.resolve(),
    }
  }
  if (!isEmail(contactTo)) throw new Error('CONTACT_TO must be one e-mail address.')
  let transport: ReturnType<typeof openTransport> | undefined

  return {
    enabled: true,
    async send({ id, subject, name, email, text }) {
      transport ??= openTransport(smtpUrl)
      const visitor = { name: headerText(name), address: normaliseEmail(email) }
      await (await transport).sendMail({
        from: { name: 'Quayside', address: contactTo },
        to: { name: '', address: contactTo },
        // the mail server gets one recipient, whatever the headers say
        envelope: { from: contactTo, to: [contactTo] },
        ...(isEmail(email) ? { replyTo: visitor } : {}),
        messageId: `<${id.replace(/[^0-9a-z-]/gi, '')}@${contactTo.slice(contactTo.lastIndexOf('@') + 1)}>`,
        subject: headerText(subject) || 'Message from the contact form',
        text: `${text}\n\n-- \n${visitor.name} <${visitor.address}>\n`,
      })
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
