import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, refusal } from '../../../../support/fake-server.ts'
import { openShop } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'

const forgot = 'POST /users/forgot/'
const reset = 'POST /users/reset/'
const none = { status: 204 }

test('the login page leads to a mail with a link; the answer is the same for every address', async () => {
  const { user, server, place } = await openShop('/login', { answers: { [forgot]: none } })
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(place()).toBe('/forgot'))
  await user.click(await screen.findByRole('button', { name: 'Send the link' }))
  expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
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
  expect(screen.getByText('The password needs at least 6 characters')).toBeTruthy()
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
    ['link-expired', 'The time of this link is over.'],
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
  expect(await screen.findByText('The time of this link is over.')).toBeTruthy()
})
