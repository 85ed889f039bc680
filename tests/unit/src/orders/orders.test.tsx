import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { orderReference } from '../../../../contract/fields.ts'
import type { Order } from '../../../../contract/orders.ts'
import { cartLineOf, getCart } from '../../../../src/db/cart.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { saveOrders } from '../../../../src/db/order-store.ts'
import { putSession } from '../../../../src/db/session.ts'
import { tableDate } from '../../../../src/i18n/dates.ts'
import { enqueueOrder } from '../../../support/entries.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { fish } from '../../../support/fishes.ts'
import { eventOf } from '../../../support/offer-samples.ts'
import { customer, goOnWithoutAnswers, openAs, openShop } from '../../../support/open-shop.tsx'
import { address, readyToSend } from '../../../support/ready-to-send.ts'

const send = 'POST /orders/add/'
const mine = 'GET /orders/myorders/'

function orderOf(id: string, over: Partial<Order> = {}): Order {
  return {
    _id: id,
    reference: orderReference(id),
    created_at: '2026-11-01T10:00:00.000Z',
    user: { _id: customer.userId, name: customer.name, email: customer.email },
    shippingAddress: address,
    orderItems: [{ fishe: 'f1', name: 'Common octopus', name_fr: '', name_es: '', image: '', qty: 3 }],
    wishes: {},
    state: 'requested',
    version: 0,
    events: [],
    ...over,
  }
}

test('Send Order sends the cart under the key that becomes the order id, and opens the order', async () => {
  const { user, server, deps, place } = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: {
      [send]: ({ headers }) => ({ status: 201, body: { data: orderOf(headers.get('idempotency-key') ?? '') } }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send Order' }))
  await waitFor(() => expect(server.callsTo(send)).toHaveLength(1))
  await waitFor(() => expect(place()).toMatch(/^\/order\//))
  const [call] = server.callsTo(send)
  expect(call?.body).toMatchObject({
    orderItems: [{ fishe: fish()._id, qty: 3 }],
    shippingAddress: address,
    userEmail: customer.email,
  })
  const id = call?.headers.get('idempotency-key') ?? ''
  expect(place()).toBe(`/order/${id}`)
  expect(await getCart(deps.db)).toEqual([])
  expect(await screen.findByText('ASK FOR A QUOTE')).toBeTruthy()
  expect(await screen.findByText(/^Sent$/)).toBeTruthy()
  expect(screen.getAllByText(orderReference(id)).length).toBeGreaterThan(0)
  expect(screen.getByText('+33 1, Quai 12, Marseille, 13001, France')).toBeTruthy()
  expect(screen.getAllByText('---')).toHaveLength(4)
})

test('without an answer the order is shown as pending, with its reference', async () => {
  const shop = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: { [send]: offline, [mine]: offline },
  })
  goOnWithoutAnswers(shop)
  const { user, place, deps } = shop
  await user.click(await screen.findByRole('button', { name: 'Send Order' }))
  await waitFor(() => expect(place()).toMatch(/^\/order\//))
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send now' })).toBeTruthy()
  expect(await getCart(deps.db)).toEqual([])
})

test('if the reference is taken, the screen shows a new one, and the old address leads to it', async () => {
  const keys: string[] = []
  const { user, history, place } = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: {
      [send]: ({ headers }) => {
        keys.push(headers.get('idempotency-key') ?? '')
        return keys.length === 1
          ? refusal(409, 'reference-taken')
          : { status: 201, body: { data: orderOf(keys.at(-1) ?? '') } }
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send Order' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  const [first = '', second = ''] = keys
  await waitFor(() => expect(place()).toBe(`/order/${second}`))
  expect((await screen.findAllByText(orderReference(second))).length).toBeGreaterThan(0)
  history.push(`/order/${first}`)
  await waitFor(() => expect(place()).toBe(`/order/${second}`))
})

test('a refused order that another tab has just discarded leads to no cart', { tags: '@long' }, async () => {
  const { user, place, deps } = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: { [send]: refusal(422, 'invalid-fields', [{ path: 'orderItems.0.fishe', detail: 'Not sold.' }]) },
  })
  await user.click(await screen.findByRole('button', { name: 'Send Order' }))
  const again = await screen.findByRole('button', { name: 'Edit and send again' })
  const shown = place()
  const edit = vi.spyOn(deps.sync, 'editAgain').mockResolvedValue(false)
  await user.click(again)
  await waitFor(() => expect(edit).toHaveBeenCalled())
  await act(async () => {})
  expect(place()).toBe(shown)
})

test('an unsent request has a thread: a message waits with it and is sent after it', { tags: '@long' }, async () => {
  const shop = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: { [send]: refusal(503, 'database-away'), [mine]: offline },
  })
  goOnWithoutAnswers(shop)
  const { user, server, deps } = shop
  await user.click(await screen.findByRole('button', { name: 'Send Order' }))
  const thread = within(await screen.findByRole('list', { name: 'Thread' }))
  expect(thread.getByText('not sent yet').closest('li')?.textContent).toContain('Asked for a quote')
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'Boxes of 5 kg, please')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect((await thread.findByText('Boxes of 5 kg, please')).closest('li')?.textContent).toContain('not sent yet')
  const [order] = await deps.db.outbox.toArray()
  const id = order?.id ?? ''
  server.sayings[send] = { status: 201, body: { data: orderOf(id) } }
  server.sayings[`POST /orders/${id}/events/`] = { status: 201, body: { data: orderOf(id) } }
  deps.sync.sendNow()
  await waitFor(() => expect(server.callsTo(`POST /orders/${id}/events/`)).toHaveLength(1))
  expect(server.callsTo(`POST /orders/${id}/events/`)[0]?.body).toEqual({
    kind: 'message',
    text: 'Boxes of 5 kg, please',
  })
})

test('an empty cart cannot be sent, and a visitor is asked to log in', async () => {
  const first = await openAs(customer, '/placeorder')
  expect((await screen.findByRole('alert')).textContent).toContain('Your cart is empty')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Order' }).disabled).toBe(true)
  first.unmount()
  await openShop('/placeorder', { device: await readyToSend() })
  const login = await screen.findByRole('link', { name: 'Login to order' })
  expect(login.getAttribute('href')).toBe('#/login?redirect=/placeorder')
  expect(screen.queryByRole('button', { name: 'Send Order' })).toBeNull()
})

test('all five fields of the address are required and saved', async () => {
  const { user, deps, place } = await openShop('/shipping')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(5)
  for (const [name, value] of [
    ['Phone', '+33 1'],
    ['Address', 'Quai 12'],
    ['City', 'Marseille'],
    ['Postal code', '13001'],
    ['Country', 'France'],
  ] as const) {
    await user.type(screen.getByRole('textbox', { name }), value)
  }
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(place()).toBe('/placeorder'))
  expect((await deps.db.keyValue.get('address'))?.value).toEqual(address)
})

test('My orders lists pending, sent and saved orders together, newest first', async () => {
  const older = orderOf('0190a1b2-0000-7000-8000-00000000a001')
  const { deps, history } = await openShop('/Order', {
    device: await readyToSend(),
    session: customer,
    answers: { [mine]: { status: 200, body: { data: [older] } }, [send]: offline },
  })
  await enqueueOrder(deps.sync, {
    id: '0190a1b2-0000-7000-8000-00000000a002',
    body: { orderItems: [{ fishe: fish()._id, qty: 3 }], shippingAddress: address, userEmail: customer.email },
    lines: [cartLineOf(fish(), 3, 1)],
    session: customer,
  })
  const table = await screen.findByRole('table', { name: 'My orders' })
  await within(table).findByText(/^Sent$/)
  const rows = () => within(table).getAllByRole('row').slice(1)
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(rows()[0]?.textContent).toContain('Waiting for a connection'))
  expect(rows()[1]?.textContent).toContain(tableDate(older.created_at))
  act(() => history.push('/Order?state=requested'))
  expect(await screen.findByText(older.reference)).toBeTruthy()
  // an unsent request counts as requested
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy()
})

test('an unknown order shows the not-found view', async () => {
  await openAs(customer, '/order/0190a1b2-0000-7000-8000-00000000a009')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

const saved = '01a00000-0000-7000-8000-0000000000aa'

test('Order again fills the cart with the ordered items and opens it', async () => {
  const { user, place, deps } = await openAs(customer, `/order/${saved}`, {
    [`GET /orders/${saved}/`]: { body: orderOf(saved) },
  })
  await user.click(await screen.findByRole('button', { name: 'Order again' }))
  await waitFor(() => expect(place()).toBe('/cart'))
  expect((await getCart(deps.db)).map(({ fishe, qty }) => [fishe, qty])).toEqual([['f1', 3]])
})

test('after an expired login the list and an order lead to a new login', async () => {
  const answers = { [mine]: refusal(401, 'login-required'), [`GET /orders/${saved}/`]: refusal(401, 'login-required') }
  const list = await openAs(customer, '/Order', answers)
  const link = await within(await screen.findByRole('main')).findByRole('link', { name: 'Login' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/login?redirect=/Order')
  list.unmount()
  await openAs(customer, `/order/${saved}`, answers)
  const other = await within(await screen.findByRole('main')).findByRole('link', { name: 'Login' })
  expect(decodeURIComponent(other.getAttribute('href') ?? '')).toContain(`/login?redirect=/order/${saved}`)
})

test('an order without a date is shown without one', async () => {
  const order = orderOf(saved, { created_at: '' })
  await openAs(customer, `/order/${saved}`, { [`GET /orders/${saved}/`]: { body: order } })
  expect(await screen.findByText('ASK FOR A QUOTE')).toBeTruthy()
})

test('a user who logs in on another tab never sees the orders of the previous user, not even while loading', async () => {
  const theirs = orderOf('01920000-0000-7000-8000-00000000000a')
  let asked = 0
  const { deps } = await openAs(customer, '/Order', {
    // the second user's answer never comes
    [mine]: ({ headers }) => {
      if (!headers.get('authorization')?.endsWith('other')) return { body: [theirs] }
      asked += 1
      return new Promise<never>(() => undefined)
    },
  })
  expect(await screen.findByText(theirs.reference)).toBeTruthy()
  let seen = false
  const observer = new MutationObserver(() => {
    const text = document.body.textContent
    if (text.includes('Ines') && text.includes(theirs.reference)) seen = true
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  await putSession(deps.db, { ...customer, userId: 'u2', name: 'Ines', email: 'ines@example.org', token: 'other' })
  await screen.findAllByText(/Ines/)
  await waitFor(() => expect(asked).toBeGreaterThan(0))
  observer.disconnect()
  expect(seen).toBe(false)
  expect(screen.queryByText(theirs.reference)).toBeNull()
})

test('without a connection a saved order does not begin as a missing one', { tags: '@long' }, async () => {
  const device = createDatabase('saved-order')
  const id = '0190a1b2-0000-7000-8000-0000000000aa'
  const place = { userId: customer.userId, key: `order:${id}` } as const
  await putSession(device, customer)
  await saveOrders(device, place, { body: [orderOf(id)], at: 1 })
  const { history } = await openShop('/about', {
    device,
    session: customer,
    answers: { [`GET /orders/${id}/`]: offline, [mine]: offline },
  })
  const seen = new Set<string>()
  const observer = new MutationObserver(() => {
    for (const heading of document.querySelectorAll('main h1')) seen.add(heading.textContent ?? '')
  })
  observer.observe(document.body, { subtree: true, childList: true })
  history.push(`/order/${id}`)
  expect(await screen.findByText('ASK FOR A QUOTE')).toBeTruthy()
  observer.disconnect()
  expect([...seen]).not.toContain('Page not found')
})

const named = (name: string) => ({ fishe: name, name, name_fr: '', name_es: '', image: '', qty: 1.5 })

/** Requests for one product each, newest first; the last one asks for four and has an offer. */
const orders: Order[] = [
  ...Array.from({ length: 24 }, (_, at) =>
    orderOf(`o${at}`, {
      ...{ reference: `Q-0000-01${10 + at}`, orderItems: [named('Cod')] },
      created_at: new Date(Date.UTC(2026, 9, 28 - at)).toISOString(),
    }),
  ),
  orderOf('long', {
    ...{ reference: 'Q-0000-0199', created_at: '2026-01-01T00:00:00.000Z' },
    orderItems: ['Octopus', 'Hake', 'Sole', 'Ray'].map(named),
    ...{ state: 'offered', version: 1, events: [eventOf(1, 'offer')] },
  }),
]
const answers = { 'GET /orders/changes/': { body: { changed: orders, deleted: [], next: 'n', more: false } } }
const rows = () => screen.getAllByRole('row').slice(1)

test('a row says what was asked for and how much; pages have 20, and a search begins at the first', async () => {
  const { user, place } = await openAs(customer, '/Order?page=2', answers)
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(rows()[0]?.textContent).toMatch(/^21/)
  await user.type(screen.getByRole('searchbox', { name: 'Search my orders' }), 'hake{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(1))
  for (const part of ['Q-0000-0199', 'Octopus, Hake and 2 more', '6 t', 'Offer received'])
    expect(rows()[0]?.textContent?.replaceAll('\u00a0', ' ')).toContain(part)
  expect(place()).toContain('keyword=hake')
  expect(place()).not.toContain('page=')
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'nothing{Enter}')
  expect(await screen.findByText('None of your requests matches “nothing”.')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'hake{Enter}')
  // the whole row opens its request
  await user.click(await screen.findByText('6 t'))
  await waitFor(() => expect(place()).toBe('/order/long'))
})
