import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { contactMails } from '../../../server/inbox/contact.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { multipart, openTestShop } from '../harness.ts'

/** The visitor's words of a mail. */
const wordsOf = ({ text }: { text: string }) => text.slice(text.indexOf('\n>') + 1)

let mailFails = false
const t = await openTestShop({ mailFails: () => mailFails })
afterAll(() => t.close())
const fields = {
  user_object: 'Price',
  user_name: 'Vera',
  user_email: 'Vera@Example.org',
  user_message: 'How much?\nThanks',
}
const send = (body: unknown, headers = {}) => t.call('POST', '/contact/', { body, headers })
const mail = async () => {
  const failed = await sendDue(t.shop, contactMails)
  return { failed, mails: t.mails.splice(0) }
}

it('accepts JSON, forms and multipart, and mails each message once', async () => {
  const form = multipart({ ...fields })
  const urlencoded = new URLSearchParams({ user_email: fields.user_email, message: 'Short form' }).toString()
  const answers = [
    await send(fields),
    await send(form.body, form.headers),
    await send(urlencoded, { 'content-type': 'application/x-www-form-urlencoded' }),
  ]
  expect(answers.map(({ status, json }) => [status, Object.keys(json)])).toEqual(
    Array.from({ length: 3 }, () => [201, ['_id']]),
  )
  const { mails } = await mail()
  expect(mails.map(wordsOf)).toEqual(['> How much?\n> Thanks', '> How much?\n> Thanks', '> Short form'])
  expect(mails[0]).toMatchObject({
    subject: 'Message from the contact form: Price',
    name: 'Vera',
    email: 'vera@example.org',
  })
  expect(await mail()).toEqual({ failed: 0, mails: [] })
})

it('refuses a body of more than 256 KB unless it is a form with files', async () => {
  const long = { ...fields, more: 'x'.repeat(300_000) }
  const urlencoded = new URLSearchParams(long).toString()
  const answers = [await send(long), await send(urlencoded, { 'content-type': 'application/x-www-form-urlencoded' })]
  expect(answers.map(({ status, json }) => [status, json.type])).toEqual(
    Array.from({ length: 2 }, () => [413, 'about:quayside/too-large']),
  )
  const form = multipart({ ...fields, user_message: 'With a picture', more: Buffer.alloc(300_000) })
  expect((await send(form.body, form.headers)).status).toBe(201)
  expect((await mail()).mails.map(wordsOf)).toEqual(['> With a picture'])
})

it('stores a message while the mail server is away and sends it later', async () => {
  mailFails = true
  const { json } = await send({ ...fields, user_message: 'Thank you' })
  expect((await mail()).failed).toBe(1)
  expect(await mail()).toEqual({ failed: 0, mails: [] })
  t.clock.pass(61_000)
  expect((await mail()).failed).toBe(1)
  mailFails = false
  t.clock.pass(61_000)
  expect((await mail()).mails).toEqual([])
  t.clock.pass(61_000)
  expect((await mail()).mails).toMatchObject([{ id: json._id, text: expect.stringContaining('\n> Thank you') }])
  t.clock.pass(24 * 3600_000)
  expect((await mail()).mails).toEqual([])
})

it('quotes every line below the shop’s own words, in the language of the desk', async () => {
  const lie = `Hello,\r\n\r\nNew request. Read it here:\u2028https://evil.example\n${'word '.repeat(60)}\n${'x'.repeat(200)}`
  await send({ ...fields, user_object: 'Q-1: Offer accepted', user_name: 'Desk', user_message: lie })
  const shop = {
    ...t.shop,
    deskLanguage: 'es' as const,
    orderMails: { publicUrl: 'https://quay.example', send: async () => {} },
  }
  await sendDue(shop, contactMails)
  const [desk] = t.mails.splice(0)
  expect(desk?.subject).toBe('Mensaje del formulario de contacto: Q-1: Offer accepted')
  const [own = '', words = ''] = desk?.text.split('escribe:\n') ?? []
  expect(own).toBe(
    'Mensaje del formulario de contacto.\n\nTodos los mensajes:\nhttps://quay.example/#/admin/messages\n\nDesk <vera@example.org> ',
  )
  const lines = words.split('\n')
  expect(lines.slice(0, 4)).toEqual(['> Hello,', '>', '> New request. Read it here:', '> https://evil.example'])
  // short enough that no mail program wraps them
  for (const line of lines) expect(line).toMatch(/^>( .{1,70})?$/)
  expect(lines.join('').replaceAll(/[> ]/g, '')).toBe(lie.replaceAll(/\s/g, ''))
})

it('reports a failure by id and code, without the content, and begins no other message when the server stops', async () => {
  const ids = [(await send(fields)).json._id, (await send(fields)).json._id]
  const told: unknown[] = []
  const stop = new AbortController()
  mailFails = true
  const onFailure = (failure: unknown) => {
    told.push(failure)
    stop.abort()
  }
  expect(await sendDue(t.shop, contactMails, { signal: stop.signal, onFailure })).toBe(1)
  mailFails = false
  expect(told).toEqual([{ id: expect.any(String), code: 'EENVELOPE 550' }])
  expect((await mail()).mails.map(({ id }) => id)).toEqual([ids[1]])
  t.clock.pass(61_000)
  expect((await mail()).mails.map(({ id }) => id)).toEqual([ids[0]])
})

it.each([
  [{ user_email: 'nobody' }, 'user_email'],
  [{ user_email: 'a@b.co, c@d.co' }, 'user_email'],
  [{ user_email: 'a@b.co\r\nBcc: c@d.co' }, 'user_email'],
  [{ user_object: 'x\r\nBcc: c@d.co' }, 'user_object'],
  [{ user_name: 'x\ny' }, 'user_name'],
  [{ user_message: '  ' }, 'user_message'],
  [{ user_message: 'x'.repeat(5001) }, 'user_message'],
  [{ user_message: 'nul \0' }, 'user_message'],
  [{ user_message: undefined }, 'user_message'],
])('refuses %j', async (wrong, path) => {
  const { status, json } = await send({ ...fields, ...wrong })
  expect([status, json.errors[0].path]).toEqual([422, path])
})

it('the newsletter accepts Gmail addresses, each once, and shows them to administrators only', async () => {
  const t = await openTestShop()
  const subscribe = (email: unknown, key?: string) => t.call('POST', '/subscribe/', { key, body: { email } })
  const key = v7()
  const answers = [
    await subscribe('Reader@Gmail.com', key),
    await subscribe('reader@gmail.com'),
    await subscribe('Reader@Gmail.com', key),
  ]
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    [201, 200, 201].map((status) => [status, '{"email":"reader@gmail.com"}']),
  )
  const refusals = [await subscribe('x'), await subscribe('x@example.org'), await subscribe(''), await subscribe(5)]
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(refusals.slice(0, 2).map(({ json }) => json.detail)).toEqual([
    'Please enter a valid email address',
    'Please enter a Gmail address',
  ])
  const admin = await t.addUser({ admin: true })
  const list = await t.call('GET', '/subscribers/', { token: admin.token })
  const unsubscribe = expect.stringMatching(/^\/api\/unsubscribe\/[0-9a-f]{32}$/)
  const row = { _id: expect.any(String), email: 'reader@gmail.com', created_at: expect.any(String), unsubscribe }
  expect(list.json).toEqual([row])
  expect(list.headers['x-total-count']).toBe('1')
  await t.close()
})
