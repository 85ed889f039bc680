import { i18n } from '@lingui/core'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { dropSession, getSession, putSession } from '../../../../../src/data/session/session.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'

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
  expect(screen.getByText('Please enter your name')).toBeTruthy()
  expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
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
