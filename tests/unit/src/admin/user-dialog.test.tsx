import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rights } from '../../../../contract/accounts.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { getSession, putSession } from '../../../../src/db/session.ts'
import { admin, customer, type OpenShop, openAs, openShop } from '../../../support/open-shop.tsx'

const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true, rights }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }
const answers = {
  'GET /users/': users,
  [`GET /users/${awa._id}`]: { body: awa },
  [`GET /users/${self._id}`]: { body: self },
}

const button = (name: string) => screen.findByRole('button', { name })
const saved = ({ deps }: OpenShop, name: string) => deps.db.keyValue.get(`form:${name}`)

async function editUser({ user }: OpenShop, { email } = awa) {
  const row = (await screen.findByText(email)).closest('tr')
  await user.click(within(row ?? document.body).getByRole('button', { name: /^Edit / }))
  await screen.findByRole('dialog', { name: 'Edit user' })
}

/** All at once: each key would draw the whole form again. */
function rename(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

test('closing the dialog discards the edit of a user, name and checkbox', { tags: '@long' }, async () => {
  const shop = await openAs(admin, '/users', answers)
  await editUser(shop)
  rename('Name', 'Somebody')
  await shop.user.click(screen.getByLabelText('Is Admin'))
  await waitFor(async () => expect(await saved(shop, `user-${awa._id}`)).toBeTruthy())
  await shop.user.type(screen.getByLabelText('Name'), ' else')
  await shop.user.click(await button('Close dialog'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await saved(shop, `user-${awa._id}`)).toBeUndefined())
  await editUser(shop)
  // the draft is read a moment after the dialog opens
  rename('Email', 'new@example.com')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Awa Diop')
  expect(screen.getByLabelText('Is Admin')).toHaveProperty('checked', false)
})

test('another right does not give back one that a colleague has taken meanwhile', async () => {
  const call = `PUT /users/update/${awa._id}/`
  const aide = { ...awa, isAdmin: true, rights: ['orders', 'people'] }
  const theirs = { ...aide, rights: ['orders'] }
  const shop = await openAs(admin, '/users', {
    'GET /users/': { body: [aide, self], headers: { 'x-total-count': '2' } },
    [`GET /users/${awa._id}`]: { body: theirs },
    [call]: { body: theirs },
  })
  await editUser(shop)
  await shop.user.click(screen.getByRole('checkbox', { name: 'Products' }))
  await shop.user.click(await button('Save Changes'))
  await screen.findByText('The user was saved.')
  const [sent] = shop.server.callsTo(call).map(({ body }) => body as { rights: string[] })
  expect(sent?.rights.toSorted()).toEqual(['orders', 'products'])
})

test('a draft of a user is there again, but never the Is Admin checkbox', async () => {
  const device = createDatabase('user-draft')
  // as saved by an earlier version of the app
  const value = { name: 'Somebody', email: awa.email, isAdmin: 'true' }
  await device.keyValue.put({ name: `form:user-${awa._id}`, value })
  const shop = await openShop('/users', { session: admin, device, answers })
  await editUser(shop)
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Somebody'))
  expect(screen.getByLabelText('Is Admin')).toHaveProperty('checked', false)
  await shop.user.click(screen.getByLabelText('Is Admin'))
  rename('Name', 'Somebody else')
  const draft = { value: { name: 'Somebody else' } }
  await waitFor(async () => expect(await saved(shop, `user-${awa._id}`)).toMatchObject(draft))
  expect(JSON.stringify(await saved(shop, `user-${awa._id}`))).not.toContain('isAdmin')
})

test('deleting the own account logs out and removes the saved data', async () => {
  const calls = { [`DELETE /users/delete/${self._id}/`]: { status: 204 } }
  const shop = await openAs(admin, '/users', { ...answers, ...calls })
  const row = (await screen.findByText(self.email)).closest('tr')
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBeGreaterThan(0))
  await shop.user.click(within(row ?? document.body).getByRole('button', { name: /^Delete / }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('You will be logged out.')
  await shop.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shop.place()).toBe('/'))
  await waitFor(async () => expect(await getSession(shop.deps.db)).toBeUndefined())
  expect(localStorage.getItem('userInfo')).toBeNull()
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBe(0))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByRole('link', { name: 'Login', hidden: true })).toBeTruthy()
})

test('deleting another user does not log out', async () => {
  const calls = { [`DELETE /users/delete/${awa._id}/`]: { status: 204 } }
  const shop = await openAs(admin, '/users', { ...answers, ...calls })
  const row = (await screen.findByText(awa.email)).closest('tr')
  await shop.user.click(within(row ?? document.body).getByRole('button', { name: /^Delete / }))
  const dialog = await screen.findByRole('alertdialog')
  shop.server.sayings['GET /users/'] = { body: [self], headers: { 'x-total-count': '1' } }
  await shop.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText(awa.email)).toBeNull())
  expect(shop.place()).toBe('/users')
  expect(await getSession(shop.deps.db)).toEqual(admin)
})

test.each([
  ['is led away from the admin screens', '/users', '/login?redirect=/users'],
  ['stays on another screen', '/contact', '/contact'],
])('who drops the own admin right %s, and their saved data is removed', async (_, path, end) => {
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  const call = `PUT /users/update/${self._id}/`
  const calls = { [call]: () => late.then(() => ({ body: { ...self, isAdmin: false, rights: [] } })) }
  const shop = await openAs(admin, '/users', { ...answers, ...calls })
  await editUser(shop, self)
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBeGreaterThan(0))
  await shop.user.click(screen.getByLabelText('Is Admin'))
  expect(await screen.findByText(/you lose its screens at once/)).toBeTruthy()
  const asked = shop.server.callsTo('GET /users/').length
  await shop.user.click(await button('Save Changes'))
  await waitFor(() => expect(shop.server.callsTo(call)).toHaveLength(1))
  if (path !== '/users') await act(async () => shop.history.push(path))
  await act(async () => answer())
  await screen.findByText('The user was saved.')
  await waitFor(async () => expect(await getSession(shop.deps.db)).toEqual({ ...admin, isAdmin: false, rights: [] }))
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBe(0))
  await waitFor(() => expect([shop.place(), screen.queryByText(awa.email)]).toEqual([end, null]))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shop.server.callsTo('GET /users/')).toHaveLength(asked)
})

test.each([
  ['stays with that to the shop', ['people'], '/users'],
  ['is led away without that to the shop', ['people', 'shop'], '/dashboard'],
])(
  'who gives up the own right to people %s, also when the live stream brings it before the answer',
  { tags: '@long' },
  async (_, given, place) => {
    const { promise: late, resolve: answer } = Promise.withResolvers<void>()
    const left = rights.filter((right) => !given.includes(right))
    const call = `PUT /users/update/${self._id}/`
    const calls = { [call]: () => late.then(() => ({ body: { ...self, rights: left } })) }
    const shop = await openAs(admin, '/users', { ...answers, ...calls })
    await editUser(shop, self)
    await shop.user.click(screen.getByLabelText(/^People/))
    if (given.includes('shop')) await shop.user.click(screen.getByLabelText(/^Shop/))
    rename('Name', 'Ibrahima F.')
    await waitFor(async () => expect(await saved(shop, `user-${self._id}`)).toBeTruthy())
    await shop.user.click(await button('Save Changes'))
    await waitFor(() => expect(shop.server.callsTo(call)).toHaveLength(1))
    await act(() => putSession(shop.deps.db, { ...admin, rights: left }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => answer())
    await screen.findByText('The user was saved.')
    // the draft goes when all is done
    await waitFor(async () => expect(await saved(shop, `user-${self._id}`)).toBeUndefined())
    expect(shop.place()).toBe(place)
  },
)
