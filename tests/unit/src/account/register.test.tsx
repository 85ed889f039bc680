import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { putValue } from '../../../../src/db/database.ts'
import { expectRefused } from '../../../support/expect-refused.ts'
import { refusal } from '../../../support/fake-server.ts'
import { customer, type OpenShop, openShop } from '../../../support/open-shop.tsx'

const accepted = {
  status: 201,
  body: { data: { _id: customer.userId, name: customer.name, email: customer.email, isAdmin: false, token: 'new' } },
}
const answers = { 'POST /users/register/': accepted }

async function fillIn(user: OpenShop['user'], fields: Record<string, string>) {
  await screen.findByRole('button', { name: 'Register' })
  for (const [label, text] of Object.entries(fields)) {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: 'Register' }))
}

const right = { Name: 'Awa Diop', Email: 'awa@example.com', Password: 'secret1', 'Confirm Password': 'secret1' }

const wrong: [Record<string, string>, string][] = [
  [{ Email: 'awa@example' }, 'Please enter a valid email address.'],
  [{ Password: 'abcde', 'Confirm Password': 'abcde' }, 'At least 6 characters, please'],
  [{ 'Confirm Password': 'secret2' }, 'The "Password" and "Confirm Password" fields must match.'],
  [{ Name: '  ' }, 'Please fill in this field'],
]

test('what is missing or wrong is said at its field before anything is sent', async () => {
  const { user, server } = await openShop('/register', { answers })
  await user.click(await screen.findByRole('button', { name: 'Register' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(screen.getByText('At least 6 characters, please')).toBeTruthy()
  for (const [fields, message] of wrong) {
    await fillIn(user, { ...right, ...fields })
    const error = screen.getByText(message)
    expect(document.activeElement?.getAttribute('aria-describedby')).toContain(error.id)
    expect(error.getAttribute('aria-live')).toBe('polite')
  }
  expect(server.callsTo('POST /users/register/')).toEqual([])
})

test('a registration logs in and leads to the path after the equals sign, with its own query', async () => {
  const { user, server, place } = await openShop('/register?redirect=/products?keyword=hake', {
    answers: { ...answers, 'GET /fish/': { body: { fishes: [], page: 1, pages: 1, total: 0 } } },
  })
  await fillIn(user, right)
  await waitFor(() => expect(place()).toBe('/products?keyword=hake'))
  expect(server.callsTo('POST /users/register/')[0]?.body).toEqual({
    name: 'Awa Diop',
    email: 'awa@example.com',
    password: 'secret1',
  })
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}').data.token).toBe('new')
})

test('an address that is taken shows an alert under the form, and is said at the field until that changes', async () => {
  const taken = refusal(409, 'email-taken', [{ path: 'email', rule: 'alreadyUsed', detail: 'Used.' }])
  const { user } = await openShop('/register', { answers: { 'POST /users/register/': taken } })
  await fillIn(user, right)
  expect((await screen.findByRole('alert')).textContent).toBe('There is already an account with this email.')
  await expectRefused(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'x')
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).not.toBe('true')
})

test('on a device without the settings the tick comes as soon as the shop says that it has terms', {
  tags: '@long',
}, async () => {
  let version = 2
  const settings = () => ({ body: { ...newShop, version, legal: { terms: version, privacy: 0, imprint: 0 } } })
  const stale = refusal(422, 'invalid-fields', [{ path: 'terms', rule: 'changedMeanwhile', detail: 'Others.' }])
  const { user, server } = await openShop('/register', {
    shop: newShop,
    answers: {
      'GET /shop/': settings,
      'POST /users/register/': ({ body }) => (Reflect.get(Object(body), 'terms') === 3 ? accepted : stale),
    },
  })
  const tick = () => screen.getByRole('checkbox', { name: 'I agree to the terms and conditions' })
  await waitFor(tick)
  expect(server.callsTo('POST /users/register/')).toEqual([])
  await fillIn(user, right)
  expect(screen.getByText('Please agree to the terms to register.')).toBeTruthy()
  expect(document.activeElement).toBe(tick())
  await user.click(tick())
  // changed since: consent was to the text before
  version = 3
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('This was changed meanwhile. Please read it again.')).toBeTruthy()
  await waitFor(() => expect(tick()).toHaveProperty('checked', false))
  await user.click(tick())
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('new'))
  expect(server.callsTo('POST /users/register/').map(({ body }) => Reflect.get(Object(body), 'terms'))).toEqual([2, 3])
})

test('terms that change while the form is open are not agreed to by an earlier tick', async () => {
  const settings = (terms: number) => ({ ...newShop, version: terms, legal: { terms, privacy: 0, imprint: 0 } })
  const { user, server, deps } = await openShop('/register', { shop: settings(1), answers })
  const tick = () => screen.getByRole('checkbox', { name: 'I agree to the terms and conditions' })
  await user.click(await waitFor(tick))
  await putValue(deps.db, 'shop', settings(2))
  await waitFor(() => expect(tick()).toHaveProperty('checked', false))
  await fillIn(user, right)
  expect(screen.getByText('This was changed meanwhile. Please read it again.')).toBeTruthy()
  expect(server.callsTo('POST /users/register/')).toEqual([])
})
