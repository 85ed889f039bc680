import { isEmail, normaliseEmail } from '../../contract/email.ts'
import { newShop } from '../../contract/texts/shop-texts.ts'

/** A stored message of the contact form. */
export interface ContactMail {
  /** id of the stored message, used for the Message-ID, so that retries have the same one */
  id: string
  subject: string
  name: string
  /** the visitor's address, used only in Reply-To */
  email: string
  text: string
}

/** A mail about an order or account, to a user or the shop's desk. */
export interface NoticeMail {
  /** as above */
  id: string
  /** an e-mail address; empty for the desk */
  recipient: string
  subject: string
  text: string
}

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

/** Sends mail to the shop's address and to users. Loads nodemailer at the first mail; calls `shopName` for each. */
export function createMailer(
  settings: { smtpUrl?: string | undefined; contactTo?: string | undefined },
  shopName: () => Promise<string> = async () => newShop.name,
): Mailer {
  const { smtpUrl, contactTo } = settings
  if (!smtpUrl || !contactTo) {
    const send = () => Promise.reject(new Error('No mail server is set.'))
    return { enabled: false, send, sendNotice: send, check: send, close: () => Promise.resolve() }
  }
  if (!isEmail(contactTo)) throw new Error('CONTACT_TO must be one e-mail address.')
  let transport: ReturnType<typeof openTransport> | undefined
  const domain = contactTo.slice(contactTo.lastIndexOf('@') + 1)

  const deliver = async ({ id, to, ...mail }: Outgoing) => {
    transport ??= openTransport(smtpUrl)
    await (await transport).sendMail({
      ...mail,
      from: { name: headerText(await shopName()), address: contactTo },
      to: { name: '', address: to },
      // one recipient, whatever the headers say
      envelope: { from: contactTo, to: [to] },
      messageId: `<${id.replace(/[^0-9a-z-]/gi, '')}@${domain}>`,
    })
  }

  return {
    enabled: true,
    async send({ id, subject, name, email, text }) {
      const visitor = { name: headerText(name), address: normaliseEmail(email) }
      await deliver({
        id,
        to: contactTo,
        ...(isEmail(email) ? { replyTo: visitor } : {}),
        subject: headerText(subject),
        text: `${text}\n`,
      })
    },
    async sendNotice({ id, recipient, subject, text }) {
      const to = recipient === '' ? contactTo : normaliseEmail(recipient)
      if (!isEmail(to)) throw Object.assign(new Error('No e-mail address.'), { code: 'EADDRESS' })
      // Auto-Submitted: asks for no automatic replies (RFC 3834)
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await deliver({ id, to, subject: headerText(subject), text: `${text}\n`, headers })
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
