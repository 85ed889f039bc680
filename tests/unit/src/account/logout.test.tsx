import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { putChosen } from '../../../../src/db/files.ts'
import type { Session } from '../../../../src/db/rows.ts'
import { getSession, putSession } from '../../../../src/db/session.ts'
import { enqueueContact } from '../../../support/entries.ts'
import { offline } from '../../../support/fake-server.ts'
import { admin, customer, type OpenShop, openAs } from '../../../support/open-shop.tsx'

const sentId = '0190a1b2-0000-7000-8000-00000000000d'
const answers = {
  'POST /users/logout/': { status: 204 },
  'POST /contact/': offline,
}

const bo = { ...customer, userId: '0190a1b2-0000-7000-8000-000000000003', token: 'token-of-bo' }

async function keepMessage({ deps }: OpenShop) {
  const body = { user_object: '', user_name: '', user_email: 'a@example.com', user_message: 'Hello' }
  await enqueueContact(deps.sync, { body, session: customer })
}

async function pressLogout(user: OpenShop['user'], sidebar = 'My account') {
  const area = await screen.findByRole('navigation', { name: sidebar })
  await user.click(within(area).getByRole('button', { name: 'Logout' }))
}

test('logout ends the session here and on the server and leaves no data of the user', async () => {
  const shop = await openAs(customer, '/profile', answers)
  const { user, deps, server, place } = shop
  await deps.db.views.put({ userId: customer.userId, key: 'my-orders', body: ['secret'], at: 1 })
  await deps.db.keyValue.put({ name: 'address', value: { phone: '1' } })
  await deps.db.keyValue.put({ name: 'form:wishes', value: { note: 'For my daughter’s wedding' } })
  await user.type(await screen.findByLabelText('Name'), 'x')
  await waitFor(async () => expect(await deps.db.keyValue.get(`form:profile-${customer.userId}`)).toBeTruthy())
  await pressLogout(user)
  await waitFor(() => expect(place()).toBe('/'))
  // the request to the server comes last
  await waitFor(() => expect(server.callsTo('POST /users/logout/')).toHaveLength(1))
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(await getSession(deps.db)).toBeUndefined()
  // the navigation comes first, then the clearing
  await waitFor(async () => expect(await deps.db.keyValue.get('address')).toBeUndefined())
  expect(await deps.db.views.count()).toBe(0)
  const left = JSON.stringify(await deps.db.keyValue.toArray())
  for (const trace of ['form:', 'address', customer.email, customer.token]) expect(left).not.toContain(trace)
  expect(server.callsTo('POST /users/logout/')[0]?.headers.get('authorization')).toBe(`Bearer ${customer.token}`)
  expect(await screen.findByRole('link', { name: 'Login', hidden: true })).toBeTruthy()
})

test('if the outbox cannot be cleared, all other data of the user is removed and the server is informed', async () => {
  const { user, deps, server } = await openAs(customer, '/profile', answers)
  await deps.db.views.put({ userId: customer.userId, key: 'my-orders', body: ['secret'], at: 1 })
  await deps.db.keyValue.put({ name: 'address', value: { phone: '1' } })
  deps.sync.forgetUser = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  await pressLogout(user)
  await waitFor(() => expect(server.callsTo('POST /users/logout/')).toHaveLength(1))
  // the outbox informs the server while the device is still being cleared
  await waitFor(async () => expect(await deps.db.keyValue.get('address')).toBeUndefined())
  expect(await deps.db.views.count()).toBe(0)
})

test('logout works without a connection, and the server is informed with the next one', async () => {
  const { user, deps, place, server } = await openAs(admin, '/profile', { 'POST /users/logout/': offline })
  await pressLogout(user, 'Administration')
  await waitFor(() => expect(place()).toBe('/'))
  await waitFor(async () => expect(await getSession(deps.db)).toBeUndefined())
  await waitFor(async () => {
    const [entry] = await deps.db.outbox.toArray()
    expect(entry?.kind).toBe('logout')
    expect(entry?.attempts).toBeGreaterThan(0)
  })
  server.sayings['POST /users/logout/'] = { status: 204 }
  deps.sync.retryUnanswered()
  await waitFor(async () => expect(await deps.db.outbox.count()).toBe(0))
})

/** The shop with the question that a logout asks about what waits. */
async function askedWith(save: (shop: OpenShop) => Promise<unknown>) {
  const shop = await openAs(customer, '/profile', answers)
  await save(shop)
  await pressLogout(shop.user)
  return { ...shop, dialog: await screen.findByRole('dialog', { name: 'Before you log out' }) }
}

test('with a pending request it asks; “Keep for me” saves the request for its user and ends the session', async () => {
  const { dialog, ...shop } = await askedWith(keepMessage)
  expect(dialog.textContent).toContain('1 entry of yours')
  await shop.user.click(within(dialog).getByRole('button', { name: 'Keep for me' }))
  await waitFor(async () => expect(await getSession(shop.deps.db)).toBeUndefined())
  // the entry of the logout itself is removed with its answer
  await waitFor(async () =>
    expect(await shop.deps.db.outbox.toArray()).toMatchObject([{ userId: customer.userId, kind: 'contact' }]),
  )
})

test('the question about unsent requests goes when somebody else signs in in another tab', async () => {
  const { dialog, ...shop } = await askedWith(keepMessage)
  expect(dialog.textContent).toContain('1 entry of yours')
  await putSession(shop.deps.db, bo)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[string, (shop: OpenShop) => Promise<unknown>, Session]>([
  ['whoever closes the question', ({ user }) => user.keyboard('{Escape}'), customer],
  ['whoever signs in in another tab', ({ deps }) => putSession(deps.db, bo), bo],
])('%s while the requests are sent stays signed in', async (_who, act, session) => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const slowly = () => isAnswered.then(() => ({ status: 201, body: { _id: sentId } }))
  const shop = await openAs(customer, '/profile', { ...answers, 'POST /contact/': slowly })
  await keepMessage(shop)
  await pressLogout(shop.user)
  await shop.user.click(await screen.findByRole('button', { name: 'Send now' }))
  await act(shop)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  await waitFor(async () => expect(await shop.deps.sync.pendingOf(customer.userId)).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await getSession(shop.deps.db)).toEqual(session)
})

/** A file whose message has gone, and one that was only chosen. */
async function saveFiles({ deps }: OpenShop) {
  const paper = { name: 'Paper.pdf', type: 'application/pdf', bytes: 4, sha256: 'a'.repeat(64) } as const
  for (const _id of ['declared', 'chosen']) {
    const file = { ...paper, _id, blob: new Blob(['%PDF']) }
    await putChosen(deps.db, { file, userId: customer.userId, order: 'o1', at: 1 })
  }
  await deps.db.keyValue.put({ name: 'said-files', value: { declared: 'o1' } })
}
const fileIds = async ({ deps }: OpenShop) => (await deps.db.files.toArray()).map(({ _id }) => _id)

test('with a file that waits it asks too, and Discard removes the request and that file', async () => {
  const { dialog, ...shop } = await askedWith(async (shop) => {
    await keepMessage(shop)
    await saveFiles(shop)
  })
  expect(dialog.textContent).toContain('1 file of a message is still on this device')
  await shop.user.click(within(dialog).getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await getSession(shop.deps.db)).toBeUndefined())
  await waitFor(async () => expect(await shop.deps.db.outbox.count()).toBe(0))
  expect(await fileIds(shop)).toEqual(['chosen'])
})

test('Send now waits for the files too, and sends them at once', async () => {
  const { dialog, ...shop } = await askedWith(saveFiles)
  const { files } = shop.deps.db
  await files.update([customer.userId, 'declared'], { nextAt: Number.MAX_SAFE_INTEGER })
  expect(dialog.textContent).not.toMatch(/entry|entries/)
  await shop.user.click(within(dialog).getByRole('button', { name: 'Send now' }))
  await waitFor(async () =>
    expect(await files.get([customer.userId, 'declared'])).toMatchObject({ now: true, nextAt: 0 }),
  )
  expect(await getSession(shop.deps.db)).toEqual(customer)
  // the sender removes a file that has arrived
  await files.delete([customer.userId, 'declared'])
  await waitFor(async () => expect(await getSession(shop.deps.db)).toBeUndefined())
})

test('Send now sends the request first and then ends the session', async () => {
  const shop = await openAs(customer, '/profile', { ...answers })
  await keepMessage(shop)
  await waitFor(async () => expect((await shop.deps.db.outbox.toArray())[0]?.attempts).toBeGreaterThan(0))
  await pressLogout(shop.user)
  const sendNow = await screen.findByRole('button', { name: 'Send now' })
  const before = shop.server.calls.length
  shop.server.sayings['POST /contact/'] = { status: 201, body: { _id: sentId } }
  await shop.user.click(sendNow)
  await waitFor(async () => expect(await getSession(shop.deps.db)).toBeUndefined())
  await waitFor(() => expect(shop.server.callsTo('POST /users/logout/')).toHaveLength(1))
  // the outbox may have sent it by itself while the dialog was open, so only the answers count
  const writes = shop.server.calls.slice(before).filter(({ method }) => method === 'POST')
  expect(writes.map(({ path }) => path)).toEqual(['/contact/', '/users/logout/'])
  expect(await shop.deps.sync.pendingOf(customer.userId)).toEqual([])
})
