import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderEvent } from '../../../../../contract/order-events.ts'
import { offline, refusal, type Saying } from '../../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'

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
  expect(await screen.findByText(/^Enough was written here for now\./)).toBeTruthy()
  expect(screen.getAllByText('One more').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: /^Call / }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
  expect(screen.getByRole('link', { name: 'New request' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  const keys = () =>
    new Set(server.callsTo('POST /orders/o1/events/').map(({ headers }) => headers.get('idempotency-key'))).size
  await waitFor(() => expect(keys()).toBe(2))
  expect(await screen.findByText(/^Enough was written here for now\./)).toBeTruthy()
})
