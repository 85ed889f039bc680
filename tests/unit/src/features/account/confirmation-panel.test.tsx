import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, refusal, type Saying } from '../../../../support/fake-server.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'

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
    ['above the limit', refusal(429, 'mails-used-up'), 'We can send no more mails to this address today.'],
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
