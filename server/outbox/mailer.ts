import { isEmail, normaliseEmail, plainLine } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locales.ts'
import { logoIcon, newShop } from '../../contract/shop.ts'
import { escapeHtml } from '../http/plain-page.ts'
import type { ContactMail, NoticeMail } from '../service-deps.ts'

/** Characters of a quoted line. Mail programs wrap longer ones, and the part after the break would have no mark. */
const width = 70

function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/)) {
    // a word that is longer than a line is cut
    for (const part of word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']) {
      if (line !== '' && line.length + 1 + part.length > width) {
        lines.push(line)
        line = part
      } else line = [line, part].filter(Boolean).join(' ')
    }
  }
  return [...lines, line]
}

/** A text of somebody else in a mail: each line has a mark, so that it cannot look like the shop's own words. */
export const quoted = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .flatMap((each) => wrap(plainLine(each)))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const isQuoted = (line: string): boolean => /^>( |$)/.test(line)

/** The lines of a quoted text as they were written: without marks, and a line that was wrapped is one again. */
export function unquoted(marked: readonly string[]): string[] {
  const whole: string[] = []
  let last = ''
  for (const line of marked.map((each) => each.replace(/^> ?/, ''))) {
    const [word = ''] = line.split(' ', 1)
    const isWrapped = last !== '' && word !== '' && last.length + 1 + word.length > width
    whole.push(isWrapped ? `${whole.pop()} ${line}` : line)
    last = line
  }
  return whole
}

interface MailShop {
  name: string
  /** as in the settings of the shop */
  logo: string
}

interface Words {
  subject: string
  /** the plain text of the mail: paragraphs, quotes and at most one line that is a link */
  text: string
  language: Locale
}

// colours of the app; mail programs that know no dark mode show the light ones or make their own
const style = `
body { margin: 0; background: #f5f8fa; color: #0c2136; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
.card { max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; overflow-wrap: anywhere; }
.shop { margin: 0 0 24px; font-size: 20px; font-weight: 700; }
.shop img { margin-right: 12px; border-radius: 8px; vertical-align: middle; }
p, blockquote { margin: 0 0 16px; }
blockquote { padding: 8px 16px; border-left: 4px solid #74899d; background: #e9f0f5; unicode-bidi: plaintext; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0f4c7d; color: #ffffff; font-weight: 600; text-decoration: none; }
.address, .address a { color: #48617a; font-size: 13px; }
@media (prefers-color-scheme: dark) {
  body { background: #071524; color: #e9f1f8; }
  .card { background: #0e2338; }
  blockquote { border-color: #6c8aa5; background: #16324c; }
  .button { background: #9ccff1; color: #06213a; }
  .address, .address a { color: #a5bbce; }
}`

const lines = (texts: readonly string[]) => texts.map(escapeHtml).join('<br>\n')
const paragraph = (texts: readonly string[]) => (texts.length === 0 ? '' : `<p>${lines(texts)}</p>`)

/** A button, and the address in words, for those who want to see where it leads. */
function button(url: string, label: string): string {
  const href = escapeHtml(url)
  return `<p><a class="button" href="${href}">${escapeHtml(label)}</a></p>
<p class="address"><a href="${href}">${href}</a></p>`
}

/** One paragraph of the plain text: the shop's words, then a link or a quote. */
function block(text: string, { subject }: Words, isLink: (line: string) => boolean): string {
  const all = text.split('\n')
  const own = all.filter((line) => !isQuoted(line) && !isLink(line))
  const link = all.find(isLink)
  // the line above the link is what the button says: "All messages:"
  const label = own.join(' ').trimEnd()
  if (link) return button(link, (label.endsWith(':') ? label.slice(0, -1).trimEnd() : label) || subject)
  const quote = all.filter(isQuoted)
  return paragraph(own) + (quote.length === 0 ? '' : `\n<blockquote dir="auto">${lines(unquoted(quote))}</blockquote>`)
}

/** The plain text of a mail as HTML: all escaped, and only addresses of the shop are links. The logo is all that is loaded. */
export function mailHtml(words: Words, shop: MailShop, publicUrl: string | undefined): string {
  const isLink = (line: string) => publicUrl !== undefined && line.startsWith(`${publicUrl}/`) && !/\s/.test(line)
  const icon = publicUrl === undefined ? undefined : logoIcon(shop.logo, 'apple')
  const image = icon ? `<img src="${escapeHtml(publicUrl + icon)}" alt="" width="48" height="48">` : ''
  const blocks = words.text.split('\n\n').map((text) => block(text, words, isLink))
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(words.subject)}</title>
<style>:root { color-scheme: light dark; }${style}
</style>
</head>
<body>
<div class="card">
<p class="shop">${image}${escapeHtml(shop.name)}</p>
${blocks.join('\n')}
</div>
</body>
</html>
`
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
  language: Locale
  replyTo?: { name: string; address: string }
  headers?: Record<string, string>
}

/** Makes a text safe for a header: one line without control characters. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()

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
      const replyTo = isEmail(email) ? { replyTo: visitor } : {}
      await deliver({ ...mail, ...replyTo, to: contactTo, subject: headerText(subject) })
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
