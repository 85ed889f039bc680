import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../../../../contract/orders.ts'
import { refusal, type Saying } from '../../../../support/fake-server.ts'
import { admin, openAs } from '../../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../../support/some-orders.ts'

test('a tab of the board opens on its first page, with what was searched', async () => {
  const requested = Array.from({ length: 45 }, (_, n) =>
    orderWith([], { _id: `o${n}`, reference: `Q-0000-${1000 + n}` }),
  )
  const cancelled = orderWith([{ kind: 'cancel', side: 'buyer' }], { _id: 'gone', reference: 'Q-0000-9999' })
  const answers = {
    'GET /orders/changes/': { body: { changed: [...requested, cancelled], deleted: [], next: 'c', more: false } },
  }
  const shop = await openAs(admin, '/admin/order?tab=requested&keyword=q-0000&page=3', answers)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^View Q/ })).toHaveLength(5))
  await shop.user.click(screen.getByRole('tab', { name: /Cancelled/ }))
  expect(await screen.findByText('Q-0000-9999')).toBeTruthy()
  expect(shop.place()).toBe('/admin/order?tab=cancelled&keyword=q-0000')
  await shop.user.click(screen.getByRole('tab', { name: /Awaiting offer/ }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^View Q/ })).toHaveLength(20))
})

test('before any order was saved, no tab says that it has none', async () => {
  const answers = {
    'GET /orders/changes/': { body: { changed: [orderWith([])], deleted: [], next: 'c', more: false } },
  }
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const late = async () => {
    await held
    return answers['GET /orders/changes/']
  }
  await openAs(admin, '/admin/order', { 'GET /orders/changes/': late })
  // the device was read by then
  await screen.findByText('Loading…')
  expect(screen.getByRole('tab', { name: /To answer/ }).textContent).toBe('To answer')
  letGo?.()
  await waitFor(() => expect(screen.getByRole('tab', { name: /To answer/ }).textContent).toBe('To answer 1'))
  expect(screen.getByRole('tab', { name: /Cancelled/ }).textContent).toBe('Cancelled 0')
})

const offered = { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) } as const
const accepted = orderWith([offered, { kind: 'accept', side: 'buyer', offer: 'e1' }])
const open = orderWith([offered])
const remove = 'DELETE /orders/delete/o1/'

/** The tab of a state with one order, which the server answers as the test wants. */
async function openTab(tab: string, given: { shown: Order; now: () => Order; deletion: Saying }) {
  let pulls = 0
  const shop = await openAs(admin, `/admin/order?tab=${tab}`, {
    'GET /orders/changes/': () => {
      const order = pulls++ === 0 ? given.shown : given.now()
      return { body: { changed: [order], deleted: [], next: `c${pulls}`, more: false } }
    },
    [remove]: given.deletion,
  })
  const menu = await screen.findByRole('button', { name: 'More for Q-0001-0001' })
  menu.focus()
  await shop.user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Delete' })
  await waitFor(() => expect(item.hasAttribute('data-highlighted')).toBe(true))
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'))
  await shop.user.keyboard('{Enter}')
  return { ...shop, dialog: within(await screen.findByRole('alertdialog')) }
}

const sent = ({ server }: Awaited<ReturnType<typeof openTab>>) =>
  server.callsTo(remove).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('reference'))

test('an accepted order is deleted with its reference typed, and leaves its tab', async () => {
  let isSealed = false
  const shop = await openTab('accepted', {
    shown: accepted,
    now: () => (isSealed ? { ...accepted, sealed: '2026-06-16T10:00:00.000Z' } : accepted),
    deletion: ({ path }) => {
      isSealed = path.includes('Q-0001-0001')
      return isSealed ? { status: 204 } : refusal(422, 'reference-needed')
    },
  })
  const { user, dialog, deps } = shop
  const field = dialog.getByRole('textbox', { name: /^Type the reference Q-0001-0001/ })
  await user.type(field, 'Q-0001-0002')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Type its reference to delete it.')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.clear(field)
  await user.type(field, 'Q-0001-0001')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('There are no requests in this state.')).toBeTruthy()
  // the list follows the device, the dialog waits for the end of the pull
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent(shop)).toEqual(['Q-0001-0002', 'Q-0001-0001'])
  // the copy stays on the device
  expect(await deps.db.orders.get([admin.userId, 'o1'])).toMatchObject({ order: { sealed: expect.any(String) } })
})

test('an order that was accepted meanwhile asks for its reference then', { tags: '@long' }, async () => {
  const shop = await openTab('offered', {
    shown: open,
    now: () => open,
    deletion: ({ path }) => (path.includes('Q-0001-0001') ? { status: 204 } : refusal(422, 'reference-needed')),
  })
  const { user, dialog } = shop
  expect(dialog.queryByRole('textbox')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  const field = await dialog.findByRole('textbox')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'Q-0001-0001')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent(shop)).toEqual([null, 'Q-0001-0001'])
})
