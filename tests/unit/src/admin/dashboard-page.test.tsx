import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../src/db/database.ts'
import { eventEntry } from '../../../support/entries.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { admin, openAs, openShop } from '../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../support/some-orders.ts'

test('offline, the dashboard lists the saved orders, also on a page that was never fetched', async () => {
  const changed = Array.from({ length: 21 }, (_, n) =>
    orderWith([], {
      _id: `o${n}`,
      reference: `Q-${String(n).padStart(4, '0')}`,
      created_at: `2026-06-${String(n + 1).padStart(2, '0')}T10:00:00.000Z`,
    }),
  )
  await openAs(admin, '/dashboard?page=2', {
    'GET /orders/': offline,
    'GET /orders/changes/': { body: { changed, deleted: [], next: 'c', more: false } },
  })
  const row = (await screen.findByText('Q-0000')).closest('tr')
  expect(row?.parentElement?.children).toHaveLength(1)
  await screen.findByText(/is saved on this device/)
})

test('a counter whose list is missing shows a dash, not 0', async () => {
  await openAs(admin, '/dashboard', {
    'GET /fish/count/': { body: { count: 60 } },
    'GET /orders/': refusal(503, 'database-away'),
    'GET /users/': { body: [], headers: { 'x-total-count': '2' } },
    'GET /messages/': ({ path }) => ({
      body: [],
      headers: { 'x-total-count': path.includes('state=new') ? '3' : '9' },
    }),
  })
  const main = screen.getByRole('main')
  expect(await within(main).findByRole('link', { name: '60 Products' })).toBeTruthy()
  expect(await within(main).findByRole('link', { name: '2 Users' })).toBeTruthy()
  expect(await within(main).findByRole('link', { name: '3 New messages' })).toBeTruthy()
  expect(within(main).getByRole('link', { name: '– Orders' })).toBeTruthy()
})

test('a new shop lists what it still lacks, with the ways there', async () => {
  const setup = { hasName: true, hasLogo: false, hasMail: true, hasPublicAddress: true, hasSecondAdmin: true }
  await openAs(admin, '/dashboard', {
    'GET /shop/setup/': { body: { ...setup, hasCatalogue: false, isDemonstration: false } },
  })
  const steps = within((await screen.findByText('Upload a logo')).closest('ul') ?? document.body).getAllByRole('link')
  expect(steps.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Upload a logo', '#/admin/shop'],
    ['Add your products', '#/admin/products'],
  ])
})

test('somebody without orders, products and people reads where the screens are', async () => {
  await openAs({ ...admin, rights: ['shop'] }, '/dashboard', {})
  expect(await screen.findByText(/Your screens are in the navigation: the invitations under “Users”/)).toBeTruthy()
})

test('a request whose answer waits on this device is not to be answered, and one that the shop has removed is not counted', async () => {
  const device = createDatabase('dashboard-answered')
  const session = { userId: admin.userId, name: admin.name, email: admin.email }
  const body = { kind: 'close', note: 'x', after: 0 } as const
  const entry = eventEntry({ id: 'w', order: 'o1', reference: 'Q', body, session }, 1)
  await device.outbox.put({ ...entry, seq: 1, state: 'queued', nextAt: Number.MAX_SAFE_INTEGER } as never)
  const offered = { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) } as const
  const sealed = orderWith([offered], { _id: 'o3', sealed: '2026-06-16T10:00:00.000Z' })
  const changed = [orderWith([], { _id: 'o1' }), orderWith([], { _id: 'o2' }), sealed]
  await openShop('/dashboard', {
    session: admin,
    device,
    answers: {
      'POST /orders/o1/events/': offline,
      'GET /orders/changes/': { body: { changed, deleted: [], next: 'c', more: false } },
    },
  })
  const main = within(screen.getByRole('main'))
  expect(await main.findByRole('link', { name: /^1 To answer/ })).toBeTruthy()
  expect(main.getByRole('link', { name: '0 Late' }).getAttribute('href')).toBe('#/admin/order?tab=way&only=late')
  expect((await screen.findByText('Open offers')).parentElement?.textContent).toMatch(/Open offers0/)
})
