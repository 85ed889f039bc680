import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnSession } from '../../../../../contract/accounts.ts'
import { offline, refusal } from '../../../../support/fake-server.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'

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
  expect(await screen.findByText('This list needs a connection to the shop.')).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', customer.name)
})
