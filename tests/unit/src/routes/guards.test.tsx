import { act, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Session } from '../../../../src/data/rows.ts'
import { preloadDialogs } from '../../../../src/ui/dialogs/dialog.tsx'
import { admin, customer, openShop } from '../../../support/open-shop.tsx'

// the dialog's code takes a while to compile
beforeAll(async () => expect(await preloadDialogs()).toBe(true), 60_000)

const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }

test.each(['/dashboard', '/admin/products', '/admin/order', '/users', '/admin/messages', '/subscribes'])(
  '%s redirects visitors and customers to the login',
  async (path) => {
    expect((await openShop(path)).place()).toBe(`/login?redirect=${path}`)
    const { place, unmount } = await openShop(path, { session: customer })
    expect(place()).toBe(`/login?redirect=${path}`)
    unmount()
  },
)

test('screens, links and buttons are there only with their rights', async () => {
  const session: Session = { ...admin, rights: ['people'] }
  const shop = await openShop('/users', { session, answers: { 'GET /users/': users } })
  const nav = await screen.findByRole('navigation', { name: 'Administration' })
  const links = within(nav).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Dashboard', 'Users', 'Profile', 'Messages', 'Subscribers'])
  const row = (await screen.findByText('awa@example.com')).closest('tr') ?? document.body
  await shop.user.click(within(row).getByRole('button', { name: /^Edit / }))
  await screen.findByRole('dialog', { name: 'Edit user' })
  expect(screen.queryByLabelText('Is Admin')).toBeNull()
  act(() => shop.history.push('/admin/order'))
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeTruthy()
})

test('who has only the right to the shop invites colleagues, without the list of users', async () => {
  const session: Session = { ...admin, rights: ['shop'] }
  const shop = await openShop('/users', { session, answers: { 'GET /invitations/': { body: [] } } })
  expect(await screen.findByRole('link', { name: 'Users' })).toBeTruthy()
  await shop.user.click(await screen.findByRole('button', { name: 'Invite a colleague' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(shop.server.callsTo('GET /users/')).toEqual([])
})
