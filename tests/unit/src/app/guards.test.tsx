import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Session } from '../../../../src/db/rows.ts'
import { pullOwnOrders } from '../../../../src/sync/order-feed.ts'
import { admin, customer, openAs, openShop } from '../../../support/open-shop.tsx'
import { orderWith } from '../../../support/some-orders.ts'

const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }

test.each([
  ['visitors', undefined],
  ['customers', customer],
])('%s are led from what is not for them to the login, which leads back', async (_, session) => {
  const paths = ['/dashboard', '/admin/products', '/admin/order', '/users', '/admin/messages', '/subscribes']
  const { history, place } = await openShop('/about', session && { session })
  for (const path of session ? paths : [...paths, '/Order', '/profile']) {
    act(() => history.push(path))
    await waitFor(() => expect(place()).toBe(`/login?redirect=${path}`))
  }
})

test('screens, links and buttons are there only with their rights', async () => {
  const session: Session = { ...admin, rights: ['people'] }
  const shop = await openAs(session, '/users', { 'GET /users/': users })
  const nav = await screen.findByRole('navigation', { name: 'Administration' })
  const links = within(nav).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Messages',
    'Users',
    'Subscribers',
    'View shop',
    'Profile',
  ])
  const row = (await screen.findByText('awa@example.com')).closest('tr') ?? document.body
  await shop.user.click(within(row).getByRole('button', { name: /^Edit / }))
  await screen.findByRole('dialog', { name: 'Edit user' })
  expect(screen.queryByLabelText('Is Admin')).toBeNull()
  act(() => shop.history.push('/admin/order'))
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeTruthy()
})

test('the navigation counts the requests to answer and the new messages', async () => {
  const { deps } = await openAs(admin, '/profile', {
    'GET /messages/': { body: [{}], headers: { 'x-total-count': '3' } },
    'GET /orders/changes/': { body: { changed: [orderWith([])], deleted: [], next: 'c', more: false } },
  })
  const nav = within(await screen.findByRole('navigation', { name: 'Administration' }))
  await act(() => pullOwnOrders(deps))
  expect(await nav.findByRole('link', { name: /^Orders ?1 to answer$/ })).toBeTruthy()
  expect(await nav.findByRole('link', { name: /^Messages ?3 new$/ })).toBeTruthy()
})

test('who has only the right to the shop invites colleagues, without the list of users', async () => {
  const session: Session = { ...admin, rights: ['shop'] }
  const shop = await openAs(session, '/users', { 'GET /invitations/': { body: [] } })
  expect(await screen.findByRole('link', { name: 'Users' })).toBeTruthy()
  await shop.user.click(await screen.findByRole('button', { name: 'Invite a colleague' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(shop.server.callsTo('GET /users/')).toEqual([])
})
