// @vitest-environment node
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailer, headerText, type Mailer } from '../../../../server/outbox/mailer.ts'

interface Received {
  from: string
  to: string[]
  data: string
}

let received: Received[]
let refuse: boolean
let server: SMTPServer
let shopName: string
let settings: { smtpUrl: string; contactTo: string }
let mailer: Mailer
beforeEach(async () => {
  received = []
  refuse = false
  shopName = 'Quayside'
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse) return done(new Error('mailbox full'))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(({ address }) => address), data: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a listening server has an address with a port
  const { port } = server.server.address() as AddressInfo
  settings = { smtpUrl: `smtp://127.0.0.1:${port}`, contactTo: 'desk@quay.example' }
  mailer = createMailer(settings, async () => ({ name: shopName, logo: '' }))
})
afterEach(async () => {
  await mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const mail = {
  ...{ id: '0190', subject: 'Hake', name: 'Ana', email: 'ana@buyer.example', text: '> Two tonnes?' },
  language: 'en' as const,
}
/** The headers of a message, unfolded, by lower-case name. */
function headersOf(data: string): Map<string, string[]> {
  const lines = (data.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const found = new Map<string, string[]>()
  for (const line of lines) {
    const [name = '', ...rest] = line.split(': ')
    found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), rest.join(': ')])
  }
  return found
}

describe('a message of the contact form', () => {
  it('goes to the shop, and replies go to the visitor', async () => {
    expect(mailer.enabled).toBe(true)
    await mailer.send(mail)
    await mailer.send(mail)
    const [first, second] = received
    expect(first).toMatchObject({ from: 'desk@quay.example', to: ['desk@quay.example'] })
    const headers = headersOf(first?.data ?? '')
    expect(headers.get('reply-to')).toEqual(['Ana <ana@buyer.example>'])
    expect(headers.get('from')).toEqual(['Quayside <desk@quay.example>'])
    expect(headers.get('subject')).toEqual(['Hake'])
    expect(headers.get('message-id')).toEqual(headersOf(second?.data ?? '').get('message-id'))
    expect(headers.get('content-type')?.join()).toMatch(/^multipart\/alternative/)
    expect(first?.data).toMatch(/^Content-Type: text\/plain[^<]+\r\n\r\n> Two tonnes\?\r\n/m)
    expect(first?.data).toMatch(/^Content-Type: text\/html[\s\S]+<blockquote dir=3D"auto">Two tonnes\?/m)
  })

  it('has the shop’s name, whatever it is, in one header', async () => {
    shopName = 'Port\r\nBcc: victim@else.example'
    await mailer.send(mail)
    const headers = headersOf(received[0]?.data ?? '')
    expect(headers.get('bcc')).toBeUndefined()
    expect(headers.get('from')?.[0]).toMatch(/<desk@quay\.example>$/)
    expect(received[0]?.to).toEqual(['desk@quay.example'])
  })

  it.each([
    ['subject', { subject: 'Hake\r\nBcc: victim@else.example\r\n\r\nbody' }],
    ['name', { name: 'Ana\r\nBcc: victim@else.example' }],
    ['name with an address', { name: 'Ana <victim@else.example>, victim2@else.example' }],
    ['address', { email: 'ana@buyer.example\r\nBcc: victim@else.example' }],
    ['two addresses', { email: 'ana@buyer.example, victim@else.example' }],
    ['id', { id: '0190>\r\nBcc: victim@else.example' }],
    ['text', { text: '\r\n.\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<victim@else.example>\r\n' }],
  ])('cannot be sent to others by its %s', async (_, attack) => {
    await mailer.send({ ...mail, ...attack })
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['desk@quay.example'])
    const headers = headersOf(received[0]?.data ?? '')
    expect([...headers.keys()].filter((name) => ['bcc', 'cc'].includes(name))).toEqual([])
    for (const name of ['from', 'to', 'subject', 'message-id']) expect(headers.get(name)).toHaveLength(1)
    expect(headers.get('to')).toEqual(['desk@quay.example'])
    expect((headers.get('reply-to') ?? []).join().match(/@buyer/g)?.length ?? 0).toBeLessThanOrEqual(1)
    const repliesTo = (headers.get('reply-to') ?? []).join().replace(/"[^"]*"/g, '')
    expect(repliesTo).not.toContain('else.example')
  })

  it('comes from MAIL_FROM where it is set; answers to a notice then go to the desk', async () => {
    const other = createMailer({ ...settings, mailFrom: 'no-reply@quay.example' })
    await other.send(mail)
    await other.sendNotice({ ...mail, recipient: 'ana@buyer.example' })
    await mailer.sendNotice({ ...mail, recipient: 'ana@buyer.example' })
    expect(received.map(({ from, to }) => [from, ...to])).toEqual([
      ['no-reply@quay.example', 'desk@quay.example'],
      ['no-reply@quay.example', 'ana@buyer.example'],
      ['desk@quay.example', 'ana@buyer.example'],
    ])
    const repliesTo = received.map(({ data }) => headersOf(data).get('reply-to'))
    expect(repliesTo).toEqual([['Ana <ana@buyer.example>'], ['desk@quay.example'], undefined])
    await other.close()
  })

  it('does not count as sent when the mail server refuses it', async () => {
    refuse = true
    await expect(mailer.send(mail)).rejects.toThrow('mailbox full')
  })
})

describe('without a mail server', () => {
  it('rejects mails', async () => {
    const none = createMailer({ contactTo: 'desk@quay.example' })
    expect(none.enabled).toBe(false)
    await expect(none.send(mail)).rejects.toThrow('No mail server is set.')
  })

  it('refuses more than one CONTACT_TO', () => {
    const settings = { smtpUrl: 'smtp://127.0.0.1', contactTo: 'a@b.example, c@d.example' }
    expect(() => createMailer(settings)).toThrow('CONTACT_TO')
    expect(() => createMailer({ ...settings, contactTo: 'a@b.example', mailFrom: 'a@b' })).toThrow('MAIL_FROM')
  })

  it('makes a header one line', () => {
    expect(headerText(' a\r\n\tb\u0000c\u2028d\u202ee ')).toBe('a b c d e')
  })
})
