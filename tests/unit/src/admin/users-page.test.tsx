import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rights } from '../../../../contract/accounts.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../support/open-shop.tsx'

const id = (n: number) => `0190a1b2-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }

const own = { [`GET /users/${awa._id}`]: { body: awa } }

const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** All at once: each key would draw the whole form again. */
function fillIn(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

test('the list of users says which rights an administrator has', async () => {
  const colleague = { ...self, _id: id(9), email: 'coumba@example.com', rights: ['orders', 'people'] }
  const body = [awa, colleague]
  await openAs(admin, '/users', { 'GET /users/': { body } })
  const rowOf = async (email: string) => within((await screen.findByText(email)).closest('tr') ?? document.body)
  expect((await rowOf('coumba@example.com')).getByText('Orders · People')).toBeTruthy()
  expect((await rowOf('awa@example.com')).queryByText(/Orders|Products|People|Shop/)).toBeNull()
})

const invitation = {
  _id: id(8),
  email: 'bo@example.com',
  rights: ['orders'],
  at: '2026-01-02T03:04:05.000Z',
  by: 'Ana',
  until: '2030-01-09T03:04:05.000Z',
}

test.each([
  [{ status: 204 }, 'The invitation was withdrawn.'],
  [refusal(404, 'not-found'), 'The invitation had been accepted or withdrawn already.'],
])('after the answer %j to a withdrawal the screen says: %s', async (answer, words) => {
  const { user } = await openAs(admin, '/users', {
    'GET /users/': users,
    'GET /invitations/': { body: [invitation] },
    [`DELETE /invitations/${invitation._id}/`]: answer,
  })
  await user.click(await button('Withdraw the invitation of bo@example.com'))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('offline, users and their invitations say once what is wrong; a retry brings both', async () => {
  const calls = ['GET /users/', 'GET /invitations/']
  const { user, server } = await openAs(admin, '/users', { 'GET /users/': offline, 'GET /invitations/': offline })
  await screen.findByText(/There is no connection to the shop/)
  await waitFor(() => expect(calls.map((call) => server.callsTo(call).length)).toEqual([1, 1]))
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
  Object.assign(server.sayings, { 'GET /users/': users, 'GET /invitations/': { body: [invitation] } })
  await user.click(await button('Retry'))
  await screen.findByText('awa@example.com')
  await screen.findByRole('article', { name: 'bo@example.com' })
})

test('a user becomes an administrator with all rights, or with some by ticks; the input survives a refusal', async () => {
  const call = `PUT /users/update/${awa._id}/`
  const shop = await openAs(admin, '/users', { 'GET /users/': users, ...own, [call]: refusal(409, 'last-admin') })
  const row = (await screen.findByText('awa@example.com')).closest('tr') ?? document.body
  await shop.user.click(within(row).getByRole('button', { name: /^Edit / }))
  await screen.findByRole('dialog', { name: 'Edit user' })
  fillIn({ Name: 'Awa D.' })
  await shop.user.click(screen.getByLabelText('Is Admin'))
  await shop.user.click(await button('Save Changes'))
  expect((await screen.findByRole('alert')).textContent).toContain('last administrator')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Awa D.')
  for (const name of ['Products', 'People', 'Shop']) await shop.user.click(screen.getByRole('checkbox', { name }))
  shop.server.sayings[call] = { body: { ...awa, name: 'Awa D.', isAdmin: true, rights: ['orders'] } }
  await shop.user.click(await button('Save Changes'))
  expect(await screen.findByText('The user was saved.')).toBeTruthy()
  const sent = { _id: awa._id, name: 'Awa D.', email: awa.email, isAdmin: true }
  expect(shop.server.callsTo(call).map(({ body }) => body)).toEqual([
    { ...sent, rights },
    { ...sent, rights: ['orders'] },
  ])
})

test('a change of the name leaves the rights alone, and the address that a colleague has put right', {
  tags: '@long',
}, async () => {
  const clerk = { ...awa, isAdmin: true, rights: ['orders'] }
  const theirs = { ...clerk, email: 'awa.diop@example.com' }
  const call = `PUT /users/update/${awa._id}/`
  const list = { body: [clerk], headers: { 'x-total-count': '1' } }
  const answers = {
    'GET /users/': list,
    [`GET /users/${awa._id}`]: { body: theirs },
    [call]: { body: { ...theirs, name: 'Awa D.' } },
  }
  const shop = await openAs(admin, '/users', answers)
  await shop.user.click(await screen.findByRole('button', { name: /^Edit / }))
  await screen.findByRole('dialog', { name: 'Edit user' })
  fillIn({ Name: 'Awa D.' })
  await shop.user.click(await button('Save Changes'))
  expect(await screen.findByText('The user was saved.')).toBeTruthy()
  expect(shop.server.callsTo(call)[0]?.body).toEqual({ _id: awa._id, name: 'Awa D.', email: theirs.email })
})

test('a link that is shown only once stays when another invitation is withdrawn, but not when its own is', async () => {
  let open = [invitation]
  const made = { _id: id(7), url: 'https://shop.example/#/invitation/abc', until: invitation.until, isMailed: false }
  const { user } = await openAs(admin, '/users', {
    'GET /users/': users,
    'GET /invitations/': () => ({ body: open }),
    'POST /invitations/': () => {
      open = [...open, { ...invitation, _id: made._id, email: 'chi@example.com' }]
      return { status: 201, body: made }
    },
    [`DELETE /invitations/${invitation._id}/`]: { status: 204 },
    [`DELETE /invitations/${made._id}/`]: { status: 204 },
  })
  await user.click(await button('Invite a colleague'))
  await user.click(await screen.findByRole('checkbox', { name: 'Orders' }))
  await user.click(await button('Invite'))
  await screen.findByRole('textbox', { name: 'Link of the invitation' })
  const withdraw = async (email: string) => {
    await user.click(await button(`Withdraw the invitation of ${email}`))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await withdraw('bo@example.com')
  expect(screen.getByRole('textbox', { name: 'Link of the invitation' })).toHaveProperty('value', made.url)
  await withdraw('chi@example.com')
  expect(screen.queryByRole('textbox', { name: 'Link of the invitation' })).toBeNull()
})

test('an invitation that was accepted meanwhile leaves the list when it is sent again', { tags: '@long' }, async () => {
  let open = [invitation]
  const { user } = await openAs(admin, '/users', {
    'GET /users/': users,
    'GET /invitations/': () => ({ body: open }),
    [`POST /invitations/${invitation._id}/renew/`]: refusal(404, 'not-found'),
  })
  const again = await button('Send again to bo@example.com')
  open = []
  await user.click(again)
  expect(await screen.findByText('This does not exist, or no longer exists.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'bo@example.com' })).toBeNull())
})
