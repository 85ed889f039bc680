import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrderEvent } from '../../../../contract/order-events.ts'
import type { OfferLink } from '../../../../contract/orders.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { nextOrderRow } from '../../../../src/db/orders.ts'
import { pullOwnOrders } from '../../../../src/sync/order-feed.ts'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../support/offer-samples.ts'
import { admin, customer, openAs, openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'

const said = (seq: number): OrderEvent => ({
  ...{ _id: `e${seq}`, seq, kind: 'message', at: '2026-06-10T10:00:00.000Z', text: `Message ${seq}` },
  by: { name: 'Ann', side: 'buyer' },
})
const made = (seq: number, number?: number): OrderEvent => ({
  ...{ _id: `e${seq}`, seq, kind: 'offer', at: '2026-06-10T10:00:00.000Z' },
  offer: offer({ validUntil: '2099-12-24' }),
  by: { name: 'Ibrahima', side: 'shop' },
  ...(number && { number }),
})
/** The newest part of a thread with two offers, which are older. */
const order = orderWith([], {
  ...{ state: 'offered', version: 6, events: [5, 6].map(said), earlier: true, currentOffer: made(2, 2) },
})
const page = 'GET /orders/o1/events/'

function answers(earlier: Saying): Record<string, Saying> {
  return {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
    [page]: earlier,
  }
}

const texts = () =>
  within(screen.getByRole('list', { name: 'Thread' }))
    .queryAllByText(/^Message \d+$/)
    .map(({ textContent }) => textContent)

test.each(
  oneInTurn([
    ['buyer', customer],
    ['shop', admin],
  ] as const),
)('the %s sees the current offer of a long thread, and its earlier messages at a button', async (_side, session) => {
  const pages: Record<string, OrderEvent[]> = { 5: [3, 4].map(said), 3: [made(1), made(2)] }
  const { user, server } = await openAs(
    session,
    '/order/o1',
    answers(({ path }) => {
      const before = new URLSearchParams(path.split('?')[1]).get('before') ?? ''
      return { body: { events: pages[before] ?? [], earlier: before === '5' } }
    }),
  )
  expect(await screen.findByRole('table', { name: 'Prices of this offer' })).toBeTruthy()
  expect(texts()).toEqual(['Message 5', 'Message 6'])
  await user.click(await screen.findByRole('button', { name: 'Earlier messages' }))
  expect(await screen.findByText('Message 3')).toBeTruthy()
  expect(await screen.findByText('The earlier messages are shown.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Earlier messages' }))
  expect(await screen.findByText(/^Offer 1: /)).toBeTruthy()
  expect(texts()).toEqual([3, 4, 5, 6].map((seq) => `Message ${seq}`))
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Earlier messages' })).toBe(document.activeElement)
  expect(server.callsTo(page).map(({ path }) => path.split('before=')[1])).toEqual(['5', '3'])
})

test('the reason of a request that was turned down stands on its sheet, however old it is', async () => {
  const decision: OrderEvent = {
    ...{ _id: 'e2', seq: 2, kind: 'close', at: '2026-06-10T10:00:00.000Z', note: 'The season is over.' },
    by: { name: 'Ibrahima', side: 'shop' },
  }
  const closed = orderWith([], {
    ...{ state: 'closed', version: 53, earlier: true, decision },
    events: Array.from({ length: 50 }, (_, at) => said(at + 4)),
  })
  await openAs(customer, '/order/o1', { ...answers(offline), 'GET /orders/o1/': { body: { data: closed } } })
  const sentence = 'We cannot make an offer for this request: The season is over.'
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('earlier messages say that they need a connection', async () => {
  const { user } = await openAs(customer, '/order/o1', answers(offline))
  await user.click(await screen.findByRole('button', { name: 'Earlier messages' }))
  expect(await screen.findByText('Earlier messages need a connection.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Earlier messages' })).toBeTruthy()
})

test('a message on a full thread is not lost, and the screen names the ways on', { tags: '@long' }, async () => {
  const { user, server } = await openAs(customer, '/order/o1', {
    ...answers(offline),
    'POST /orders/o1/events/': refusal(422, 'thread-full'),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'One more')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText(/^This request has too many messages\./)).toBeTruthy()
  expect(screen.getAllByText('One more').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: /^Call / }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
  expect(screen.getByRole('link', { name: 'New request' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  const keys = () =>
    new Set(server.callsTo('POST /orders/o1/events/').map(({ headers }) => headers.get('idempotency-key'))).size
  await waitFor(() => expect(keys()).toBe(2))
  expect(await screen.findByText(/^This request has too many messages\./)).toBeTruthy()
})

const accepted = orderWith([
  { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) },
  { kind: 'accept', side: 'buyer', offer: 'e1' },
])
const sealed = { ...accepted, sealed: '2026-06-16T10:00:00.000Z' }

test.each(
  oneInTurn([
    ['buyer', customer],
    ['shop', admin],
  ] as const),
)('the %s reads a removed order: its note, its offer and its thread, and nothing to say', async (_side, session) => {
  await openAs(session, '/order/o1', {
    'GET /orders/o1/': { body: { data: sealed } },
    'GET /orders/changes/': { body: { changed: [sealed], deleted: [], next: 'n', more: false } },
  })
  const note = 'This request was removed by the shop on 16 Jun 2026. This is a read-only copy.'
  const sheet = within(await screen.findByRole('article'))
  expect(await sheet.findByText(note)).toBeTruthy()
  expect(await within(await screen.findByRole('region', { name: 'Now' })).findByText(note)).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Prices of this offer' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Thread' })).toBeTruthy()
  expect(sheet.getByText('Removed by the shop')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More for Q-0001-0001' })).toBeNull()
  expect(screen.queryByText('Thank you. You have accepted our offer.')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Write a message' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull()
})

test('my orders have it, marked', async () => {
  await openAs(customer, '/Order', {
    'GET /orders/changes/': { body: { changed: [sealed], deleted: [], next: 'n', more: false } },
  })
  expect(await screen.findByText('Removed by the shop')).toBeTruthy()
  expect(screen.getByText('Q-0001-0001')).toBeTruthy()
})

test('an answer from before the removal does not bring it back; a restored database does', () => {
  const from = { userId: 'ann', at: 1, during: 1, isFeed: true }
  const saved = nextOrderRow(undefined, { ...from, order: sealed })
  expect(nextOrderRow(saved, { ...from, order: accepted, isFeed: false })?.order.sealed).toBe(sealed.sealed)
  expect(nextOrderRow(saved, { ...from, order: accepted, during: 2 })?.order.sealed).toBeUndefined()
})

test('an order that the shop deletes while it is open is not called loading: the page says that it is gone', async () => {
  const order = orderWith([])
  const { deps, server } = await openAs(customer, '/order/o1', {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
  })
  await screen.findByRole('list', { name: 'Thread' })
  await pullOwnOrders(deps)
  server.sayings['GET /orders/o1/'] = refusal(404, 'not-found')
  server.sayings['GET /orders/changes/'] = { body: { changed: [], deleted: ['o1'], next: 'm', more: false } }
  await pullOwnOrders(deps)
  expect(await deps.db.orders.count()).toBe(0)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('an order that a full disk cannot save is shown all the same', async () => {
  const device = createDatabase('order-on-full-disk')
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const save = vi.spyOn(device.orders, 'bulkPut').mockRejectedValue(full)
  const { answers } = shopWith(orderOf(eventOf(1, 'message', { text: 'Is ice included?' })))
  await openShop('/order/o1', { device, session: customer, answers })
  expect((await screen.findByRole('list', { name: 'Thread' })).textContent).toContain('Is ice included?')
  expect(save).toHaveBeenCalled()
  expect(await device.orders.count()).toBe(0)
})

test('an answer that waits on the device is not called sent while the database cannot be read', async () => {
  const { answers } = shopWith(orderOf(eventOf(1, 'offer', { offer: fullOffer() })))
  const { user, deps, stopSending } = await openAs(customer, '/order/o1', answers)
  await stopSending()
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Accept offer' }))
  const said = 'Your acceptance is saved on this device. It counts only if it reaches us by 30 Nov 2099.'
  const [decided] = await screen.findAllByText((_, node) => node?.matches('[data-status]') === true)
  expect(decided?.textContent).toBe(said)
  // as on a phone that has put the page into the background
  vi.spyOn(deps.db.outbox, 'get').mockRejectedValue(new Error('DatabaseClosedError'))
  await deps.db.outbox.toCollection().modify({ state: 'queued' })
  expect(screen.queryByText(/The shop has it/)).toBeNull()
})

const link: OfferLink = { _id: 'l1', at: '2026-11-02T10:00:00.000Z', by: 'buyer', until: '2027-11-02', seen: 0 }

test('a link that was already revoked elsewhere is said to be revoked, and the focus is not lost', {
  tags: '@long',
}, async () => {
  let links = [link]
  const { answers } = shopWith(orderOf(eventOf(1, 'offer', { offer: fullOffer() })))
  const { user } = await openAs(customer, '/order/o1', {
    ...answers,
    'GET /orders/o1/links/': () => ({ body: links }),
    'DELETE /orders/o1/links/l1/': () => {
      links = []
      return refusal(404, 'not-found')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The link was revoked.')).toBe(document.activeElement)
  await expect.poll(() => screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
})

test.each(
  oneInTurn([
    ['buyer', customer, { needs: 99, state: 'accepted' }],
    ['shop', admin, { state: 'haggled' }],
  ] as const),
)(
  'the %s with an app that cannot read a thread is asked to reload, and decides nothing',
  async (_side, session, newer) => {
    const other = { ...order, ...newer, events: [said(5), { ...said(6), kind: 'haggle' }] }
    await openAs(session, '/order/o1', {
      'GET /orders/o1/': { body: { data: other } },
      'GET /orders/changes/': { body: { changed: [other], deleted: [], next: 'n', more: false } },
    })
    expect(await screen.findByText(/^There is something new on this request/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
    expect(await screen.findByText('Message 5')).toBeTruthy()
    for (const name of ['Accept', 'Decline', 'Make an offer', 'Cancel request'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  },
)
