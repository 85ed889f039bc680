import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSession } from '../../../../src/db/session.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { customer, openAs, openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

const accepted = {
  body: { data: { _id: customer.userId, name: customer.name, email: customer.email, isAdmin: 0, token: 'fresh' } },
}

/** A login that is answered when it is released. */
function heldLogin() {
  const { promise, resolve } = Promise.withResolvers<typeof accepted>()
  return { login: () => promise, release: () => resolve(accepted) }
}

async function fillIn(user: Awaited<ReturnType<typeof openShop>>['user'], email: string, password: string) {
  if (email) await user.type(await screen.findByLabelText('Email'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

test('a login is stored as userInfo with its token, mirrored for the worker, and leads back', async () => {
  const { user, server, deps, place } = await openShop('/login?redirect=/shipping', {
    answers: { 'POST /users/login/': accepted },
  })
  await fillIn(user, ' awa@example.com ', 'secret1')
  await waitFor(() => expect(place()).toBe('/shipping'))
  expect(server.callsTo('POST /users/login/')[0]?.body).toEqual({ username: 'awa@example.com', password: 'secret1' })
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}').data.token).toBe('fresh')
  expect(await getSession(deps.db)).toMatchObject({ userId: customer.userId, isAdmin: false, token: 'fresh' })
})

test('what is missing is said at its field; after a wrong password or without a connection the form can be sent again', async () => {
  const tries = [() => refusal(401, 'login-failed'), offline]
  const login = () => tries.shift()?.() ?? accepted
  const { user, server, place } = await openShop('/login', { answers: { 'POST /users/login/': login } })
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  const email = screen.getByLabelText('Email')
  expect(email).toHaveProperty('ariaInvalid', 'true')
  expect(document.activeElement).toBe(email)
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(server.callsTo('POST /users/login/')).toEqual([])
  await fillIn(user, 'awa@example.com', 'wrong-one')
  expect((await screen.findByRole('alert')).textContent).toContain('The email or the password is wrong.')
  expect(email).toHaveProperty('value', 'awa@example.com')
  await fillIn(user, '', 'secret1')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('There is no connection to the shop.'))
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(place()).toBe('/'))
})

test('a second click while the first is being sent sends nothing', async () => {
  const { login, release } = heldLogin()
  const { user, server, place } = await openShop('/login', { answers: { 'POST /users/login/': login } })
  await fillIn(user, 'awa@example.com', 'secret1')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  release()
  await waitFor(() => expect(place()).toBe('/'))
  expect(server.callsTo('POST /users/login/')).toHaveLength(1)
})

test('whoever has gone to another screen before the answer stays there, logged in', async () => {
  const { login, release } = heldLogin()
  const { user, deps, place } = await openShop('/login', { answers: { 'POST /users/login/': login } })
  await fillIn(user, 'awa@example.com', 'secret1')
  await user.click(screen.getByRole('link', { name: /Register/ }))
  await screen.findByRole('heading', { name: 'Register' })
  release()
  await waitFor(async () => expect(await getSession(deps.db)).toMatchObject({ token: 'fresh' }))
  await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('fresh'))
  expect(place()).toContain('/register')
})

test('the email survives a reload, the password does not', async () => {
  const first = await openShop('/login')
  await first.user.type(await screen.findByLabelText('Email'), 'awa@example.com')
  await first.user.type(screen.getByLabelText('Password'), 'secret1')
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(async () => expect(await first.deps.db.keyValue.get('form:login')).toBeTruthy())
  expect(JSON.stringify(await first.deps.db.keyValue.toArray())).not.toContain('secret1')
  first.unmount()
  await openShop('/login', { device: first.deps.db })
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveProperty('value', 'awa@example.com'))
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
})

test('the login says why it is shown to a user who is logged in, or whose login has expired', async () => {
  const other = await openAs(customer, '/login?redirect=/dashboard')
  expect(await screen.findByText(/This page needs another account/)).toBeTruthy()
  other.unmount()
  const plain = await openAs(customer, '/login')
  expect(await screen.findByLabelText('Email')).toBeTruthy()
  expect(screen.queryByText(/This page needs another account/)).toBeNull()
  plain.unmount()
  await openAs({ ...customer, expired: true }, '/login?redirect=/Order')
  expect(await screen.findByText(/Your session has ended/)).toBeTruthy()
})

const forgot = 'POST /users/forgot/'
const reset = 'POST /users/reset/'
const none = { status: 204 }

test('the login page leads to a mail with a link; the answer is the same for every address', async () => {
  const { user, server, place } = await openShop('/login', { answers: { [forgot]: none } })
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(place()).toBe('/forgot'))
  await user.click(await screen.findByRole('button', { name: 'Send the link' }))
  expect(screen.getByText('Please fill in this field')).toBeTruthy()
  expect(server.callsTo(forgot)).toEqual([])
  await user.type(screen.getByLabelText('Email'), 'awa@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect((await screen.findByText(/If there is an account for awa@example.com/)).closest('[role=status]')).toBeTruthy()
  expect(server.callsTo(forgot)[0]?.body).toEqual({ email: 'awa@example.com' })
})

test('a shop without mail says how to get a link', async () => {
  const { user } = await openShop('/forgot', { answers: { [forgot]: refusal(409, 'no-mail') } })
  await user.type(await screen.findByLabelText('Email'), 'awa@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This shop sends no mail. Write to us')
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('#/contact')
})

test('the link sets a new password, by the rules of the registration, and leads to the login', async () => {
  const { user, server, place, history } = await openShop('/reset/the-token', { answers: { [reset]: none } })
  await user.type(await screen.findByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('At least 6 characters, please')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), ' no more')
  await user.type(screen.getByLabelText('Confirm Password'), 'another one')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('The "Password" and "Confirm Password" fields must match.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Confirm Password'))
  await user.type(screen.getByLabelText('Confirm Password'), 'short no more')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(place()).toBe('/login'))
  expect(await screen.findByText('Your password was changed. Log in with the new one.')).toBeTruthy()
  expect(server.callsTo(reset).map(({ body }) => body)).toEqual([
    { token: 'the-token' },
    { token: 'the-token', password: 'short no more' },
  ])
  expect(history.length).toBe(1)
})

test.each(
  oneInTurn([
    ['link-used', 'This link was used already, or a newer change has ended it.'],
    ['link-expired', 'This link has expired.'],
    ['link-unknown', 'This link does not work. Was it copied as a whole?'],
  ] as const),
)('a link that is %s says so before anybody types, and leads to another', async (code, text) => {
  const { user, place } = await openShop('/reset/the-token', { answers: { [reset]: refusal(409, code) } })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Ask for a new link' }))
  await waitFor(() => expect(place()).toBe('/forgot'))
})

test('without a connection the form stays and says so; so does one whose link has expired meanwhile', async () => {
  const { user, server } = await openShop('/reset/the-token', { answers: { [reset]: () => offline() } })
  await user.type(await screen.findByLabelText('Password'), 'short no more')
  await user.type(screen.getByLabelText('Confirm Password'), 'short no more')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection to the shop.')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'short no more')
  server.sayings[reset] = refusal(409, 'link-expired')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This link has expired.')).toBeTruthy()
})
