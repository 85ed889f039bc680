import { i18n } from '@lingui/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OwnSession } from '../../../../contract/accounts.ts'
import { dropSession, getSession, putSession } from '../../../../src/db/session.ts'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

const call = 'PUT /users/profile/update/'
const saved = {
  body: { data: { _id: customer.userId, name: 'Awa D.', email: 'awa@example.org', isAdmin: false, token: 'renewed' } },
}

test('different passwords show an error in the language of the page; name and email are required', async () => {
  const { user, server } = await openAs(customer, '/profile')
  await user.type(await screen.findByLabelText('Password'), 'secret1')
  await user.type(screen.getByLabelText('Confirm Password'), 'secret2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('The passwords do not match')).toBeTruthy()
  const french = { passwordMismatch: 'Les mots de passe ne correspondent pas' }
  act(() => i18n.loadAndActivate({ locale: 'fr', messages: french }))
  expect(screen.getByText('Les mots de passe ne correspondent pas')).toBeTruthy()
  await user.clear(screen.getByLabelText('Name'))
  await user.clear(screen.getByLabelText('Email'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(server.callsTo(call)).toEqual([])
})

test('an empty password is sent empty, and the answer replaces the stored user info', async () => {
  const { user, server, deps } = await openAs(customer, '/profile', { [call]: saved })
  const email = await screen.findByLabelText('Email')
  expect(email).toHaveProperty('value', customer.email)
  await user.clear(email)
  await user.type(email, 'awa@example.org')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your profile was saved.')).toBeTruthy()
  expect(server.callsTo(call)[0]?.body).toEqual({
    id: customer.userId,
    name: customer.name,
    email: 'awa@example.org',
    password: '',
  })
  expect(server.callsTo(call)[0]?.headers.get('authorization')).toBe(`Bearer ${customer.token}`)
  expect(await getSession(deps.db)).toMatchObject({ name: 'Awa D.', token: 'renewed' })
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}').data.token).toBe('renewed')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Awa D.'))
})

test('letters that papers cannot print are named at their field, and hold nothing up', async () => {
  const { user, server } = await openAs(customer, '/profile', { [call]: saved })
  await user.click(await screen.findByRole('button', { name: 'Company and consignee (optional)' }))
  const company = await screen.findByRole('textbox', { name: 'Company' })
  await user.type(company, '東京水産 Ltd')
  const hint = 'Papers cannot print 東京水産. Please write this in Latin, Greek or Cyrillic letters.'
  const said = await screen.findByText(hint)
  expect(company.getAttribute('aria-describedby')).toContain(said.id)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsTo(call)).toHaveLength(1))
  await user.clear(screen.getByRole('textbox', { name: 'Company' }))
  await user.type(screen.getByRole('textbox', { name: 'Company' }), 'Tokyo Suisan')
  expect(screen.queryByText(/Papers cannot print/)).toBeNull()
})

describe('an answer that comes late', () => {
  /** The shop with a save under way. */
  async function saving() {
    const { promise, resolve } = Promise.withResolvers<typeof saved>()
    const shop = await openAs(customer, '/profile', { [call]: () => promise })
    await shop.user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(shop.server.callsTo(call)).toHaveLength(1))
    return { ...shop, answer: () => resolve(saved) }
  }

  test('after a logout does not log in again', async () => {
    const { deps, answer } = await saving()
    await dropSession(deps.db)
    answer()
    expect(await screen.findByText('Your profile was saved.')).toBeTruthy()
    expect([await getSession(deps.db), localStorage.getItem('userInfo')]).toEqual([undefined, null])
  })

  test('after another login leaves the newer token', async () => {
    const { deps, answer } = await saving()
    await putSession(deps.db, { ...customer, token: 'newer' })
    answer()
    expect(await screen.findByText('Your profile was saved.')).toBeTruthy()
    expect(await getSession(deps.db)).toMatchObject({ name: 'Awa D.', token: 'newer' })
  })
})

const here: OwnSession = {
  _id: 'here',
  browser: 'Safari',
  system: 'iPhone',
  created_at: '2026-01-01T08:00:00.000Z',
  last_used_at: '2026-01-05T08:00:00.000Z',
  isCurrent: true,
}
const there = { ...here, _id: 'there', browser: 'Firefox', system: 'Android', isCurrent: false }
const nameless = { ...there, _id: 'nameless', browser: '', system: '', created_at: '', last_used_at: '' }
const list = 'GET /users/sessions/'
const end = 'DELETE /users/sessions/there/'
const row = async (device: string) => {
  const item = (await screen.findByText(device)).closest('li')
  if (!item) throw new Error(`no row of ${device}`)
  return within(item)
}

test('each session shows its device and last use; the current one has no End button', async () => {
  await openAs(customer, '/profile', { [list]: { body: [here, there, nameless] } })
  const own = await row('Safari on iPhone')
  expect(own.getByText('This device')).toBeTruthy()
  expect(own.getByText(/^Last used:/).textContent).toMatch(/^Last used: 5 Jan 2026/)
  expect(own.queryByRole('button')).toBeNull()
  expect((await row('Firefox on Android')).getByRole('button', { name: /^End / })).toBeTruthy()
  const unknown = await row('Unknown device')
  expect(unknown.queryByText(/Last used/)).toBeNull()
  expect(unknown.getByRole('button', { name: /^End / })).toBeTruthy()
})

test.each([
  ['ended here', { status: 204 }],
  ['already ended elsewhere', refusal(404, 'not-found')],
])('a session that is %s leaves the list, and the focus is on the word of it', async (_, answer) => {
  let rows = [here, there]
  const answers = {
    [list]: () => ({ body: rows }),
    [end]: () => {
      rows = [here]
      return answer
    },
  }
  const { user, server } = await openAs(customer, '/profile', answers)
  await user.click((await row('Firefox on Android')).getByRole('button', { name: /^End / }))
  expect(await screen.findByText('The session was ended.')).toBe(document.activeElement)
  await expect.poll(() => screen.queryByText('Firefox on Android')).toBeNull()
  expect(screen.getByText('Safari on iPhone')).toBeTruthy()
  expect(server.callsTo(end)).toHaveLength(1)
})

test('without a connection the form is there, and the list says that it needs one', async () => {
  await openAs(customer, '/profile', { [list]: offline })
  expect(await screen.findByText('This needs a connection to the shop.')).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', customer.name)
})

const read = 'GET /users/confirmation/'
const mail = 'POST /users/confirmation/'
const unconfirmed = { body: { isConfirmed: false, isMailed: true } }
const title = 'Your e-mail address is not confirmed'
const button = () => screen.findByRole('button', { name: 'Send the mail again' })

test('an unconfirmed address is named, and the mail with its link is sent again', async () => {
  const answers = { [read]: unconfirmed, [mail]: unconfirmed }
  const { user, server } = await openAs(customer, '/profile', answers)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(/A link in a mail to/).textContent).toContain(customer.email)
  await user.click(await button())
  expect(await screen.findByText('The mail is on its way. Its link works for seven days.')).toBe(document.activeElement)
  expect(server.callsTo(mail)).toHaveLength(1)
})

test.each(
  oneInTurn<[string, Saying, string | RegExp]>([
    ['above the limit', refusal(429, 'mails-used-up'), 'We cannot send any more emails to this address today.'],
    ['without a connection', offline, 'There is no connection to the shop.'],
    ['to an address that was confirmed meanwhile', { body: { isConfirmed: true, isMailed: true } }, /is confirmed\.$/],
  ]),
)('a mail %s is not said to be on its way', async (_when, answer, sentence) => {
  const { user } = await openAs(customer, '/profile', { [read]: unconfirmed, [mail]: answer })
  await user.click(await button())
  expect(await screen.findByText(sentence)).toBe(document.activeElement)
  expect(screen.queryByText(/on its way/)).toBeNull()
})

test.each(
  oneInTurn<[string, Saying]>([
    ['a confirmed address', { body: { isConfirmed: true, isMailed: true } }],
    ['a shop that sends no mail', { body: { isConfirmed: false, isMailed: false } }],
    ['a server that does not know the call', refusal(404, 'not-found')],
    ['no connection', offline],
  ]),
)('with %s there is no word of it', async (_what, answer) => {
  const { server } = await openAs(customer, '/profile', { [read]: answer })
  await waitFor(() => expect(server.callsTo(read)).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Download my data' })).toBeTruthy()
  expect(screen.queryByText(title)).toBeNull()
})

test('a changed address is looked at again', async () => {
  let answer = { body: { isConfirmed: true, isMailed: true } }
  const body = { data: { _id: customer.userId, name: 'Awa', email: 'awa.new@example.org', isAdmin: false, token: 't' } }
  const save = () => {
    answer = unconfirmed
    return { body }
  }
  const answers = { [read]: () => answer, 'PUT /users/profile/update/': save }
  const { user } = await openAs(customer, '/profile', answers)
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  // the address comes from the device, and the panel from the server
  await waitFor(() => expect(screen.getByText(/A link in a mail to/).textContent).toContain('awa.new@example.org'))
})

const profile = 'PUT /users/profile/update/'
const typing = 'POST /users/password/'
const key = 'POST /keys/'

/** A server that does nothing until the password was typed; the right one is "open sesame". */
function guarded(call: string, answer: object, status = 200): Record<string, Saying> {
  let isTyped = false
  return {
    [call]: () => (isTyped ? { status, body: answer } : refusal(409, 'password-needed')),
    [typing]: ({ body }) => {
      isTyped = Object(body).password === 'open sesame'
      return isTyped ? { status: 204 } : refusal(409, 'wrong-password')
    },
  }
}
const question = async () => within(await screen.findByRole('dialog', { name: 'Is it you?' }))

test('the profile asks for the password in place, and goes on with what was typed', async () => {
  const saved = { data: { _id: customer.userId, name: 'Awa', email: 'new@example.com', isAdmin: false, token: 't' } }
  const { user, server } = await openAs(customer, '/profile', guarded(profile, saved))
  const email = await screen.findByLabelText('Email')
  await user.clear(email)
  await user.type(email, 'new@example.com')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await question()
  const field = dialog.getByLabelText(/^Your password/)
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('Please fill in this field')).toBeTruthy()
  await user.type(field, 'a guess{Enter}')
  expect(await dialog.findByText('The password is wrong.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'open sesame{Enter}')
  expect(await screen.findByText('Your profile was saved.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const sent = server.callsTo(profile).map(({ body }) => Object(body).email)
  expect(sent).toEqual(['new@example.com', 'new@example.com'])
})

test('a dialog keeps what was typed when the question is closed, and asks again', { tags: '@long' }, async () => {
  const made = { _id: customer.userId, key: 'qs_c2VjcmV0' }
  const answers = { 'GET /keys/': { body: [] }, ...guarded(key, made, 201) }
  const { user, server } = await openAs(admin, '/admin/keys', answers)
  await user.click(await screen.findByRole('button', { name: 'Add an API key' }))
  await user.type(await screen.findByLabelText(/^Name/), 'ERP')
  await user.click(screen.getByRole('checkbox', { name: 'Orders' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await question()
  await user.keyboard('{Escape}')
  const reason = await screen.findByText(/^Nothing was changed: this needs your password/)
  expect(reason.closest('[role=alert]')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Add an API key' })).toBeTruthy()
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'ERP')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.type((await question()).getByLabelText(/^Your password/), 'open sesame{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Key of ERP' })).toBeTruthy()
  expect(server.callsTo(key)).toHaveLength(3)
})

test('nothing goes on for somebody else who has logged in meanwhile', async () => {
  const { user, server, deps } = await openAs(customer, '/profile', guarded(profile, {}))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = await question()
  await putSession(deps.db, { ...customer, token: 'another token' })
  await user.type(dialog.getByLabelText(/^Your password/), 'open sesame{Enter}')
  expect(await screen.findByText(/^Nothing was changed/)).toBeTruthy()
  expect(server.callsTo(profile)).toHaveLength(1)
})
