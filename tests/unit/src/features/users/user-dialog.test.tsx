import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { rights } from '../../../../../contract/accounts.ts'
import { getSession, putSession } from '../../../../../src/data/session/session.ts'
import { preloadDialogs } from '../../../../../src/ui/dialogs/dialog.tsx'
import { expectRefused } from '../../../../support/expect-refused.ts'
import { refusal } from '../../../../support/fake-server.ts'
import { admin, customer, type OpenShop, openShop } from '../../../../support/open-shop.tsx'

// the dialog's code takes a while to compile
beforeAll(async () => expect(await preloadDialogs()).toBe(true), 60_000)

const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true, rights }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }
const answers = {
  'GET /users/': users,
  [`GET /users/${awa._id}`]: { body: awa },
  [`GET /users/${self._id}`]: { body: self },
}

const button = (name: string) => screen.findByRole('button', { name })
const saved = ({ deps }: OpenShop, name: string) => deps.db.values.get(`form:${name}`)

async function editUser({ user }: OpenShop, { email } = awa) {
  const row = (await screen.findByText(email)).closest('tr')
  await user.click(within(row ?? document.body).getByRole('button', { name: /^Edit / }))
  await screen.findByRole('dialog', { name: 'Edit user' })
}

/** All at once: each key would draw the whole form again. */
function rename(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

test('closing the dialog discards the edit of a user, name and checkbox', async () => {
  const shop = await openShop('/users', { session: admin, answers })
  for (const close of [
    () => shop.user.keyboard('{Escape}'),
    async () => shop.user.click(await button('Close dialog')),
  ]) {
    await editUser(shop)
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Awa Diop')
    rename('Name', 'Somebody')
    await shop.user.click(screen.getByLabelText('Is Admin'))
    await waitFor(async () => expect(await saved(shop, `user-${awa._id}`)).toBeTruthy())
    await shop.user.type(screen.getByLabelText('Name'), ' else')
    await close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await saved(shop, `user-${awa._id}`)).toBeUndefined())
  }
  await editUser(shop)
  // the draft is read a moment after the dialog opens
  rename('Email', 'new@example.com')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Awa Diop')
  expect(screen.getByLabelText('Is Admin')).toHaveProperty('checked', false)
})

test('an address that is taken is said at the field', async () => {
  const taken = refusal(409, 'email-taken', [{ path: 'email', rule: 'alreadyUsed', detail: 'Used.' }])
  const shop = await openShop('/users', {
    session: admin,
    answers: { ...answers, [`PUT /users/update/${awa._id}/`]: taken },
  })
  await editUser(shop)
  rename('Email', 'taken@example.com')
  await shop.user.click(await button('Save Changes'))
  await expectRefused(screen.getByLabelText('Email'))
})

test('a new name leaves the address that a colleague has put right meanwhile', { tags: '@long' }, async () => {
  const call = `PUT /users/update/${awa._id}/`
  const theirs = { ...awa, email: 'awa.diop@example.com' }
  const calls = { [`GET /users/${awa._id}`]: { body: theirs }, [call]: { body: theirs } }
  const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
  await editUser(shop)
  rename('Name', 'Awa Ndiaye')
  await shop.user.click(await button('Save Changes'))
  await screen.findByText('The user was saved.')
  expect(shop.server.callsTo(call).map(({ body }) => body)).toEqual([
    { _id: awa._id, name: 'Awa Ndiaye', email: 'awa.diop@example.com' },
  ])
})

test('another right does not give back one that a colleague has taken meanwhile', async () => {
  const call = `PUT /users/update/${awa._id}/`
  const aide = { ...awa, isAdmin: true, rights: ['orders', 'people'] }
  const theirs = { ...aide, rights: ['orders'] }
  const shop = await openShop('/users', {
    session: admin,
    answers: {
      'GET /users/': { body: [aide, self], headers: { 'x-total-count': '2' } },
      [`GET /users/${awa._id}`]: { body: theirs },
      [call]: { body: theirs },
    },
  })
  await editUser(shop)
  await shop.user.click(screen.getByRole('checkbox', { name: 'Products' }))
  await shop.user.click(await button('Save Changes'))
  await screen.findByText('The user was saved.')
  const [sent] = shop.server.callsTo(call).map(({ body }) => body as { rights: string[] })
  expect(sent?.rights.toSorted()).toEqual(['orders', 'products'])
})

test('a refusal after the dialog was closed restores nothing', { tags: '@long' }, async () => {
  let answer = () => {}
  const call = `PUT /users/update/${awa._id}/`
  const late = () => new Promise<void>((resolve) => (answer = resolve)).then(() => refusal(409, 'last-admin'))
  const shop = await openShop('/users', { session: admin, answers: { ...answers, [call]: late } })
  await editUser(shop)
  rename('Name', 'Somebody')
  await shop.user.click(await button('Save Changes'))
  await waitFor(() => expect(shop.server.callsTo(call)).toHaveLength(1))
  await shop.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  // longer than the delay before a draft is saved
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await saved(shop, `user-${awa._id}`)).toBeUndefined()
})

test('a draft of a user survives a reload, but never the Is Admin checkbox', async () => {
  const first = await openShop('/users', { session: admin, answers })
  await editUser(first)
  await first.user.click(screen.getByLabelText('Is Admin'))
  rename('Name', 'Somebody')
  await waitFor(async () =>
    expect(await saved(first, `user-${awa._id}`)).toMatchObject({ value: { name: 'Somebody' } }),
  )
  expect(JSON.stringify(await saved(first, `user-${awa._id}`))).not.toContain('isAdmin')
  first.unmount()
  // as saved by an earlier version of the app
  const value = { name: 'Somebody', email: awa.email, isAdmin: 'true' }
  await first.deps.db.values.put({ name: `form:user-${awa._id}`, value })
  await editUser(await openShop('/users', { session: admin, device: first.deps.db, answers }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Somebody'))
  expect(screen.getByLabelText('Is Admin')).toHaveProperty('checked', false)
})

test('deleting the own account logs out and removes the saved data', async () => {
  const calls = { [`DELETE /users/delete/${self._id}/`]: { status: 204 } }
  const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
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
  const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
  const row = (await screen.findByText(awa.email)).closest('tr')
  await shop.user.click(within(row ?? document.body).getByRole('button', { name: /^Delete / }))
  const dialog = await screen.findByRole('alertdialog')
  shop.server.sayings['GET /users/'] = { body: [self], headers: { 'x-total-count': '1' } }
  await shop.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText(awa.email)).toBeNull())
  expect(shop.place()).toBe('/users')
  expect(await getSession(shop.deps.db)).toEqual(admin)
})

test('dropping the own admin right closes the admin screens and removes their saved data', async () => {
  const call = `PUT /users/update/${self._id}/`
  const calls = { [call]: { body: { ...self, isAdmin: false, rights: [] } } }
  const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
  await editUser(shop, self)
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBeGreaterThan(0))
  await shop.user.click(screen.getByLabelText('Is Admin'))
  expect(await screen.findByText(/you lose its screens at once/)).toBeTruthy()
  const asked = shop.server.callsTo('GET /users/').length
  await shop.user.click(await button('Save Changes'))
  await waitFor(() => expect(shop.place()).toBe('/login?redirect=/users'))
  expect(await getSession(shop.deps.db)).toEqual({ ...admin, isAdmin: false, rights: [] })
  await waitFor(() => expect(screen.queryByText(awa.email)).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBe(0))
  expect(shop.server.callsTo('GET /users/')).toHaveLength(asked)
})

test('who drops the own admin right and goes to another screen before the answer stays there', {
  tags: '@long',
}, async () => {
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const call = `PUT /users/update/${self._id}/`
  const calls = { [call]: () => late.then(() => ({ body: { ...self, isAdmin: false, rights: [] } })) }
  const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
  await editUser(shop, self)
  await shop.user.click(screen.getByLabelText('Is Admin'))
  await shop.user.click(await button('Save Changes'))
  await waitFor(() => expect(shop.server.callsTo(call)).toHaveLength(1))
  await act(async () => shop.history.push('/contact'))
  await screen.findByRole('heading', { name: 'Contact' })
  await act(async () => answer())
  await screen.findByText('The user was saved.')
  await waitFor(async () => expect(await getSession(shop.deps.db)).toMatchObject({ isAdmin: false }))
  await waitFor(async () => expect(await shop.deps.db.views.count()).toBe(0))
  expect(shop.place()).toBe('/contact')
})

test.each([
  ['stays with that to the shop', ['people'], '/users'],
  ['is led away without that to the shop', ['people', 'shop'], '/dashboard'],
])(
  'who gives up the own right to people %s, also when the live stream brings it before the answer',
  { tags: '@long' },
  async (_, given, place) => {
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    const left = rights.filter((right) => !given.includes(right))
    const call = `PUT /users/update/${self._id}/`
    const calls = { [call]: () => late.then(() => ({ body: { ...self, rights: left } })) }
    const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
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

test('an answer that comes after its dialog was closed does not close the next one', { tags: '@long' }, async () => {
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const call = `PUT /users/update/${awa._id}/`
  const calls = { [call]: () => late.then(() => ({ body: awa })) }
  const shop = await openShop('/users', { session: admin, answers: { ...answers, ...calls } })
  await editUser(shop)
  await shop.user.click(await button('Save Changes'))
  await waitFor(() => expect(shop.server.callsTo(call)).toHaveLength(1))
  await shop.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await editUser(shop, self)
  rename('Name', 'Ibrahima F.')
  const asked = shop.server.callsTo('GET /users/').length
  await act(async () => answer())
  await screen.findByText('The user was saved.')
  await waitFor(() => expect(shop.server.callsTo('GET /users/').length).toBeGreaterThan(asked))
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ibrahima F.')
})
