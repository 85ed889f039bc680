import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '../../../../../contract/orders.ts'
import { pullOwnOrders } from '../../../../../src/sync/order-feed.ts'
import type { Saying } from '../../../../support/fake-server.ts'
import { stubWorker } from '../../../../support/inline-worker.ts'
import { admin, openAs } from '../../../../support/open-shop.tsx'
import { savedFiles } from '../../../../support/saved-files.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'
import { until } from '../../../../support/until.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens a tab of the board with these orders and returns the lines of its CSV, without the titles. */
async function exportTab(tab: string, orders: readonly Order[], all?: Saying): Promise<string[]> {
  const { files, textOf } = savedFiles()
  stubWorker()
  const { user } = await openAs(admin, `/admin/order?tab=${tab}`, {
    'GET /orders/changes/': { body: { changed: orders, deleted: [], next: 'c', more: false } },
    ...(all && { 'GET /orders/': all }),
  })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await until(() => expect(files).toHaveLength(1))
  return (await textOf(0)).trimEnd().split('\r\n').slice(1)
}

test('the export of a tab has the state that the tab shows', async () => {
  // sent by the server before the validity ended
  const over = orderWith([{ kind: 'offer', side: 'shop', offer: offer({ validUntil: '2026-06-20' }) }])
  expect(over.state).toBe('offered')
  const [line] = await exportTab('expired', [over])
  expect(line?.split(',')[1]).toBe('Expired')
})

test('the export of a tab has the requests of all its pages and says so', async () => {
  const orders = Array.from({ length: 25 }, (_, n) =>
    orderWith([], { _id: `o${n}`, reference: `Q-0000-${String(n).padStart(4, '0')}` }),
  )
  const lines = await exportTab('requested', orders)
  expect(lines.map((line) => line.slice(0, 11)).sort()).toEqual(orders.map(({ reference }) => reference))
  screen.getByText(/^Requests of the tab “.+”, also on other pages: 25$/)
})

test.each(['requested', 'all'])('the export of a search in the tab %s has what was searched only', async (tab) => {
  const orders = [1, 2].map((n) => orderWith([], { _id: `o${n}`, reference: `Q-0000-000${n}` }))
  const all: Saying = ({ path }) => {
    const found = path.includes('keyword=q-0000-0001') ? orders.slice(0, 1) : orders
    return { body: found, headers: { 'x-total-count': String(found.length) } }
  }
  const lines = await exportTab(`${tab}&keyword=q-0000-0001`, orders, all)
  expect(new Set(lines.map((line) => line.slice(0, 11)))).toEqual(new Set(['Q-0000-0001']))
})

test('an export that is cancelled ends without a word of a failure, and the next one works', async () => {
  stubWorker()
  savedFiles()
  const orders = [orderWith([])]
  const never = new Promise<never>(() => undefined)
  const { user, server } = await openAs(admin, '/admin/order?tab=all', {
    'GET /orders/': ({ path }) =>
      path.includes('per_page=100') ? never : { body: orders, headers: { 'x-total-count': '1' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await until(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  const asked = server.callsTo('GET /orders/').length
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await until(() => expect(server.callsTo('GET /orders/').length).toBeGreaterThan(asked))
})

test('a search that finds nothing in a tab says so of that tab only, and goes on in all orders', async () => {
  const closed = orderWith([{ kind: 'close', side: 'shop', note: 'No octopus' }], { reference: 'Q-0007' })
  const { user, place } = await openAs(admin, '/admin/order?keyword=Q-0007', {
    'GET /orders/changes/': { body: { changed: [closed], deleted: [], next: 'c', more: false } },
    'GET /orders/': { body: { orders: [closed], page: 1, pages: 1, count: 1 } },
  })
  await screen.findByText('No order matches “Q-0007” in the tab “To answer”.')
  await user.click(screen.getByRole('link', { name: 'Search all orders' }))
  await until(() => expect(place()).toContain('tab=all'))
  expect(place()).toContain('keyword=Q-0007')
})

test('a request that comes onto the empty board is shown at once, and told to screen readers', async () => {
  const changes = { changed: [] as Order[], deleted: [], next: 'c', more: false }
  const { deps } = await openAs(admin, '/admin/order', { 'GET /orders/changes/': () => ({ body: changes }) })
  await screen.findByText('No requests are waiting.')
  const pull = () => act(() => pullOwnOrders(deps))
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  // rows count as new from the first pull after the board has opened
  await pull()
  changes.changed = [orderWith([], { _id: 'o1', reference: 'Q-0001' })]
  changes.next = 'd'
  await pull()
  await screen.findByText('Q-0001')
  expect(said()).toContain('1 new request')
  changes.changed = [orderWith([], { _id: 'o2', reference: 'Q-0002' })]
  changes.next = 'e'
  await pull()
  await screen.findByRole('button', { name: '1 new request · Show' })
  expect(said()).toContain('2 new requests')
  expect(screen.queryByText('Q-0002')).toBeNull()
})
