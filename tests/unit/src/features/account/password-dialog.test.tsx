import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { putSession } from '../../../../../src/data/session/session.ts'
import { refusal, type Saying } from '../../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'

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
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  expect(await dialog.findByText('Please enter your password')).toBeTruthy()
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
