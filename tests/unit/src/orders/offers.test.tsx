import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../../../contract/orders.ts'
import { getValue, putValue } from '../../../../src/db/database.ts'
import { pullOwnOrders } from '../../../../src/sync/order-feed.ts'
import { type FakeServer, refusal } from '../../../support/fake-server.ts'
import { admin, customer, openAs, openShop } from '../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../support/some-orders.ts'

const single = 'GET /orders/o1/'
const say = 'POST /orders/o1/events/'
const changes = 'GET /orders/changes/'
const later = { validUntil: '2099-12-24' }
const offered = orderWith([{ kind: 'offer', side: 'shop', offer: offer(later) }])
const renewed = orderWith([
  { kind: 'offer', side: 'shop', offer: offer(later) },
  {
    kind: 'offer',
    side: 'shop',
    offer: offer({ validUntil: '2099-12-31', lines: [{ fishe: 'hake', qty: 2, price: 200_000 }] }),
  },
])

/** A server with one order; `after` is the order once an event was sent. */
function answers(order: Order, after = order) {
  let current = order
  return {
    [single]: () => ({ body: { data: current } }),
    [changes]: () => ({ body: { changed: [current], deleted: [], next: 'c', more: false } }),
    [say]: () => {
      current = after
      return { status: 201, body: { data: current } }
    },
  }
}

const saidTo = (server: FakeServer) => server.callsTo(say).map(({ body }) => body)
const accept = () => screen.findByRole('button', { name: 'Accept offer' })

test('an offer is accepted after one confirmation with total and validity, and only once for many clicks', async () => {
  const accepted = orderWith([
    { kind: 'offer', side: 'shop', offer: offer(later) },
    { kind: 'accept', side: 'buyer', offer: 'e1' },
  ])
  const { user, server } = await openAs(customer, '/order/o1', answers(offered, accepted))
  await accept()
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.slice(0, 4)).toEqual(['Now', 'Our offer', 'Conversation', 'ASK FOR A QUOTE'])
  await user.click(await accept())
  const dialog = await screen.findByRole('alertdialog', { name: 'Accept offer 1?' })
  expect(dialog.textContent).toContain('€3,700.00')
  expect(dialog.textContent).toContain('24 Dec 2099')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Accept offer' }))
  expect((await screen.findAllByText('Accepted')).length).toBeGreaterThan(0)
  expect(saidTo(server)).toEqual([{ kind: 'accept', offer: 'e1' }])
  for (const name of ['Accept offer', 'Decline', 'Cancel request'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByText('Offer 1 accepted')).toBeTruthy()
  // the request's own sheet never shows a price
  expect(within(screen.getByRole('article')).getAllByText('---')).toHaveLength(4)
})

test('an acceptance is for the offer that was shown, even if a new one arrives while the dialog is open', async () => {
  let current = offered
  const { user, server, deps } = await openAs(customer, '/order/o1', {
    ...answers(offered),
    [changes]: () => ({ body: { changed: [current], deleted: [], next: 'c', more: false } }),
  })
  await user.click(await accept())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Accept offer 1?' }))
  current = renewed
  await pullOwnOrders(deps)
  expect(await screen.findByText(/^Offer 2: /)).toBeTruthy()
  expect(dialog.getByText('€3,700.00')).toBeTruthy()
  expect(dialog.getByText('24 Dec 2099')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Accept offer' }))
  await waitFor(() => expect(saidTo(server)).toEqual([{ kind: 'accept', offer: 'e1' }]))
})

async function openLateAnswer(order: Order, code: 'offer-not-current' | 'offer-expired') {
  let current = offered
  const refused = refusal(409, code)
  const opened = await openAs(customer, '/order/o1', {
    [single]: () => ({ body: { data: current } }),
    [changes]: () => ({ body: { changed: [current], deleted: [], next: 'c', more: false } }),
    [say]: ({ body }) => {
      if (JSON.stringify(body).includes('"message"')) return { status: 201, body: { data: current } }
      current = order
      return { ...refused, body: { ...Object(refused.body), order } }
    },
  })
  await opened.user.click(await accept())
  const dialog = await screen.findByRole('alertdialog')
  await opened.user.click(within(dialog).getByRole('button', { name: 'Accept offer' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Needs your attention')
  return { ...opened, alert }
}

test('an acceptance of a replaced offer shows what has changed and leads to the new offer', {
  tags: '@long',
}, async () => {
  const { user, alert, deps } = await openLateAnswer(renewed, 'offer-not-current')
  expect(alert.textContent).toContain('Hake: €1,850.00 → €2,000.00')
  expect(alert.textContent).toContain('Valid until: 24 Dec 2099 → 31 Dec 2099')
  await user.click(within(alert).getByRole('button', { name: 'Open the new offer' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Our offer')
  expect(await accept()).toBeTruthy()
  expect(await deps.db.outbox.count()).toBe(0)
})

test('an acceptance that came too late can become a request for a new offer', { tags: '@long' }, async () => {
  const { user, alert, server } = await openLateAnswer(offered, 'offer-expired')
  expect(alert.textContent).toContain('was valid until 24 Dec 2099')
  expect(within(alert).queryByRole('button', { name: 'Open the new offer' })).toBeNull()
  await user.click(within(alert).getByRole('button', { name: 'Ask to renew it' }))
  await waitFor(() => expect(server.callsTo(say)).toHaveLength(2))
  expect(saidTo(server)[1]).toMatchObject({ kind: 'message', text: expect.stringContaining('offer 1') })
})

test('after the withdrawal of a newer offer the accepted one is not called withdrawn', { tags: '@long' }, async () => {
  const gone = orderWith([
    ...[later, later].map((over) => ({ kind: 'offer', side: 'shop', offer: offer(over) }) as const),
    { kind: 'withdraw', side: 'shop', offer: 'e2' },
  ])
  const { alert } = await openLateAnswer(gone, 'offer-not-current')
  expect(alert.textContent).not.toContain('withdrawn')
  expect(within(alert).getByRole('button', { name: 'Ask to renew it' })).toBeTruthy()
})

test('a refused answer is discarded after a confirmation', { tags: '@long' }, async () => {
  const { user, alert, deps } = await openLateAnswer(renewed, 'offer-not-current')
  await user.click(within(alert).getByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard without sending?' })
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await deps.db.outbox.count()).toBe(0))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('an offer is declined with a reason', async () => {
  const { user, server } = await openAs(customer, '/order/o1', answers(offered))
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'Too dear')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(saidTo(server)).toEqual([{ kind: 'decline', offer: 'e1', note: 'Too dear' }]))
})

test('a message is sent once, and a request is cancelled after a confirmation', async () => {
  const { user, server } = await openAs(customer, '/order/o1', answers(offered))
  const field = await screen.findByRole('textbox', { name: 'Write a message' })
  await user.click(screen.getByRole('button', { name: 'Write a message' }))
  expect(document.activeElement).toBe(field)
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect(screen.getByText('Please write a message.')).toBeTruthy()
  await user.type(field, 'Is ice included?')
  await user.dblClick(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(saidTo(server)).toEqual([{ kind: 'message', text: 'Is ice included?' }]))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveProperty('value', ''))
  // said to those who do not see it
  expect((await screen.findByText('Your message is in the thread.')).getAttribute('role')).toBe('status')
  await user.click(await screen.findByRole('button', { name: 'Cancel request' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this request?' })
  await user.dblClick(within(dialog).getByRole('button', { name: 'Cancel request' }))
  await waitFor(() => expect(saidTo(server)).toHaveLength(2))
  expect(saidTo(server)[1]).toEqual({ kind: 'cancel' })
})

test('a message restored after a crash is the same message, and a changed one is a new message', {
  tags: '@long',
}, async () => {
  const first = await openAs(customer, '/order/o1', answers(offered))
  const { server, deps } = first
  const name = `form-of:${customer.userId}:message-o1` as const
  await first.user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Is ice included?')
  await waitFor(async () => expect(await getValue(deps.db, name)).toMatchObject({ text: 'Is ice included?' }))
  const typed = (await getValue(deps.db, name)) ?? {}
  await first.user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(saidTo(server)).toHaveLength(1))
  expect(server.callsTo(say)[0]?.headers.get('idempotency-key')).toBe(typed.id)
  first.unmount()
  // as after a crash between saving the message and clearing the form
  await putValue(deps.db, name, typed)
  const { user } = await openShop('/order/o1', { session: customer, device: deps.db, answers: answers(offered) })
  const field = await screen.findByDisplayValue('Is ice included?')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveProperty('value', ''))
  expect((await deps.db.outbox.toArray()).map(({ id }) => id)).toEqual([typed.id])
  await user.type(field, 'Is ice included, too?')
  await waitFor(async () => expect((await getValue(deps.db, name))?.id).not.toBe(typed.id))
})

test('what changed stands in the offer; earlier offers are collapsed, and so is the request', async () => {
  const { user } = await openAs(customer, '/order/o1', answers(renewed))
  const fold = await screen.findByRole('button', { name: /^Offer 1 of / })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  const own = within(screen.getByRole('region', { name: 'Our offer' }))
  expect(own.getByText('What changed in offer 2')).toBeTruthy()
  expect(own.getAllByRole('listitem')[0]?.textContent).toBe('Hake: €1,850.00 → €2,000.00')
  const request = screen.getByRole('button', { name: 'Show the request' })
  expect(request.getAttribute('aria-expanded')).toBe('false')
  await user.click(request)
  expect(screen.getByRole('button', { name: 'Hide the request' }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('heading', { name: 'ASK FOR A QUOTE' })).toBeTruthy()
})

test('an administrator sees the same, but cannot answer for the buyer', { tags: '@long' }, async () => {
  await openAs(admin, '/order/o1', answers(offered))
  expect(await screen.findByRole('region', { name: 'Our offer' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Write a message' })).toBeTruthy()
  for (const name of ['Accept offer', 'Decline', 'Cancel request'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('My orders: unopened answers first, a badge for each state, and a filter in the address', async () => {
  const older: Order = { ...offered, _id: 'o2', reference: 'Q-0002-0002', created_at: '2026-06-01T10:00:00.000Z' }
  const plain = orderWith([], { _id: 'o3', reference: 'Q-0003-0003', created_at: '2026-06-12T10:00:00.000Z' })
  const { user, place } = await openAs(customer, '/Order', {
    [changes]: { body: { changed: [plain, older], deleted: [], next: 'c', more: false } },
  })
  const table = await screen.findByRole('table', { name: 'My orders' })
  const rows = () => within(table).getAllByRole('row').slice(1)
  expect(rows().map(({ textContent }) => /Q-\d{4}/.exec(textContent ?? '')?.[0])).toEqual(['Q-0002', 'Q-0003'])
  expect(rows()[0]?.textContent).toContain('New answer')
  expect(rows()[0]?.textContent).toContain('Offer received')
  expect(rows()[1]?.textContent).toContain('Awaiting offer')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'Offer received')
  await waitFor(() => expect(place()).toBe('/Order?state=offered'))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'Turned down')
  expect(await screen.findByText('None of your requests is in this state.')).toBeTruthy()
})

test('the header shows the number of unopened answers, without the one on the screen', async () => {
  const { history } = await openAs(customer, '/Order', answers(offered))
  expect(await screen.findByRole('button', { name: `${customer.name}, 1 new answer` })).toBeTruthy()
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('1 new answer')
  history.push('/order/o1')
  expect(await screen.findByRole('region', { name: 'Our offer' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: customer.name })).toBeTruthy()
})
