import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../../contract/orders.ts'
import { problemType } from '../../../../../contract/problem.ts'
import { newShop } from '../../../../../contract/shop.ts'
import { addDays, dayIn } from '../../../../../contract/texts/shop-day.ts'
import { createDatabase } from '../../../../../src/db/database.ts'
import { pullOwnOrders } from '../../../../../src/sync/order-feed.ts'
import { refusal, type Saying, type Seen } from '../../../../support/fake-server.ts'
import { eventOf, items, offerOf } from '../../../../support/offer-samples.ts'
import { admin, type OpenShop, openShop } from '../../../../support/open-shop.tsx'

const id = '0190a1b2-0000-7000-8000-000000000101'
const asked: Order = {
  _id: id,
  reference: 'Q-0000-0101',
  created_at: '2026-11-01T10:00:00.000Z',
  user: { _id: 'awa', name: 'Awa Diop', email: 'awa@example.com' },
  shippingAddress: { phone: '1', address: 'Quai', city: 'Dakar', postalCode: '1', country: 'Senegal' },
  orderItems: items,
  wishes: { incoterm: 'CIF', place: 'Vigo' },
  state: 'requested',
  version: 0,
  events: [],
}
const validUntil = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const offer = offerOf({ validUntil })
const offered: Order = { ...asked, state: 'offered', version: 1, events: [eventOf(1, 'offer', { offer })] }
const path = `/orders/${id}/events/`

/** A server with these orders that accepts every event. */
function answers(order: Order, others: Order[] = []): Record<string, Saying> {
  return {
    'GET /orders/changes/': { body: { changed: [order, ...others], deleted: [], next: 'n', more: false } },
    [`GET /orders/${id}/`]: { body: { data: order } },
    [`POST ${path}`]: ({ headers }: Seen) => ({
      status: 201,
      body: { data: { ...order, version: order.version + 1 } },
      headers: { 'idempotency-key': headers.get('idempotency-key') ?? '' },
    }),
  }
}

const open = (order: Order, more: Parameters<typeof openShop>[1] = {}) =>
  openShop(`/order/${id}`, { session: admin, answers: answers(order), ...more })

const button = (name: string) => screen.findByRole('button', { name })
const price = (name: string) => screen.findByLabelText(`Price per tonne of ${name}`)
const row = async (name: string) => {
  const found = (await price(name)).closest('tr')
  if (!found) throw new Error(`There is no row for ${name}`)
  return found
}
const said = ({ server }: OpenShop) => server.callsTo(`POST ${path}`)

/** All at once, since single keys take seconds on a busy machine. */
async function fill(label: string, text: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}

describe('an offer', () => {
  // at any moment these two have different days
  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'counts days in %s, and says its tolerance',
    { tags: '@long' },
    async (timeZone) => {
      const lastDay = () => addDays(dayIn(timeZone, Date.now()), newShop.validityDays)
      const before = lastDay()
      const shop = await open(asked, { shop: { ...newShop, timeZone, version: 1 } })
      await shop.user.click(await button('Make an offer'))
      const { value } = await screen.findByLabelText<HTMLInputElement>('Valid until')
      expect([before, lastDay()]).toContain(value)
      expect(screen.getByText('Up to 5 % more than offered may be loaded')).toBeTruthy()
      await fill('Tolerance of the quantities (%)', '0')
      expect(screen.getByText('No more than offered may be loaded')).toBeTruthy()
    },
  )

  test('keeps a price that was typed after the change of all prices that is undone', { tags: '@long' }, async () => {
    const shop = await open(asked)
    await shop.user.click(await button('Make an offer'))
    await fill('Price per tonne of Common octopus', '100')
    await fill('Price per tonne of White grouper', '200')
    const all = within(screen.getByRole('group', { name: 'All prices' }))
    fireEvent.change(all.getByRole('textbox'), { target: { value: '10' } })
    await shop.user.click(all.getByRole('button', { name: 'Change prices' }))
    await fill('Price per tonne of White grouper', '333')
    await shop.user.click(await all.findByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('Price per tonne of Common octopus')).toHaveProperty('value', '100')
    expect(screen.getByLabelText('Price per tonne of White grouper')).toHaveProperty('value', '333')
  })

  test('takes charges one after the other: the name is typed at once, and a removed row comes back where it was', {
    tags: '@long',
  }, async () => {
    const shop = await open(asked)
    await shop.user.click(await button('Make an offer'))
    await shop.user.click(await button('Add a charge'))
    await shop.user.keyboard('Sea freight')
    expect(await screen.findByLabelText('Charge 1')).toHaveProperty('value', 'Sea freight')
    expect(screen.queryByLabelText('Charge 2')).toBeNull()
    await shop.user.click(await button('Add a charge'))
    await shop.user.keyboard('Ice')
    await shop.user.click(await button('Remove charge 1'))
    expect(screen.getByLabelText('Charge 1')).toHaveProperty('value', 'Ice')
    expect(document.activeElement).toBe(screen.getByLabelText('Charge 1'))
    await fill('Charge 1', 'Dry ice')
    await shop.user.click(await button('Undo'))
    expect(screen.getByLabelText('Charge 1')).toHaveProperty('value', 'Sea freight')
    expect(screen.getByLabelText('Charge 2')).toHaveProperty('value', 'Dry ice')
  })

  test('is filled in with a live total, and sent as the contract wants it', async () => {
    const shop = await open(asked)
    await shop.user.click(await button('Make an offer'))
    expect(await screen.findByLabelText('Delivery term')).toHaveProperty('value', 'CIF')
    expect(screen.getByLabelText('Place')).toHaveProperty('value', 'Vigo')
    expect(screen.queryByText(/Papers cannot print/)).toBeNull()
    await fill('Place', '上海 Shanghai')
    const hint = await screen.findByText(/^Papers cannot print 上海\./)
    expect(screen.getByLabelText('Place').getAttribute('aria-describedby')).toContain(hint.id)
    await fill('Price per tonne of Common octopus', '1,850.00')
    expect(screen.getByText('Total: €5,550.00')).toBeTruthy()
    await shop.user.click(
      within(await row('White grouper')).getByRole('checkbox', { name: 'Not available White grouper' }),
    )
    expect(await price('White grouper')).toHaveProperty('disabled', true)
    await shop.user.click(await button('Add a charge'))
    await fill('Charge 1', 'Freight')
    await fill('Amount of charge 1', '-50.5')
    expect(screen.getByText('Total: €5,499.50')).toBeTruthy()
    await shop.user.click(await button('Add a remark on Common octopus'))
    await fill('Remark on Common octopus', 'frozen')
    await shop.user.click(await button('Send offer'))
    await waitFor(() => expect(said(shop)).toHaveLength(1))
    expect(said(shop)[0]?.body).toEqual({
      kind: 'offer',
      after: 0,
      offer: {
        currency: 'EUR',
        lines: [
          { fishe: 'f1', qty: 3, price: 185000, note: 'frozen' },
          { fishe: 'f2', qty: 1.5, price: null },
        ],
        charges: [{ label: 'Freight', amount: -5050 }],
        incoterm: 'CIF',
        place: '上海 Shanghai',
        validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Make an offer' })).toBeNull())
  })

  test('shows the errors at the fields and focuses the first one', async () => {
    const shop = await open(asked)
    await shop.user.click(await button('Make an offer'))
    await fill('Price per tonne of Common octopus', '12.3456')
    await fill('Quantity of White grouper', '0')
    await shop.user.click(await button('Send offer'))
    expect(await screen.findByText('At most 2 decimals, please')).toBeTruthy()
    expect(screen.getByText('Enter tonnes above 0, at most 100,000, with at most 3 decimals.')).toBeTruthy()
    expect(screen.getByText('Please enter a price, or tick “Not available”')).toBeTruthy()
    expect(document.activeElement).toBe(await price('Common octopus'))
    expect(said(shop)).toEqual([])
  })

  test('starts from the last one, sends its unchanged values again, and names the last event that its author saw', async () => {
    const before = [{ fishe: 'f1', qty: 3, price: 170_000, total: 510_000 }]
    const earlier = eventOf(1, 'offer', { offer: offerOf({ validUntil, lines: before }) })
    const twice = { ...offered, version: 2, events: [earlier, eventOf(2, 'offer', { offer })] }
    const shop = await open(twice)
    await shop.user.click(await button('Revise offer'))
    expect(await price('Common octopus')).toHaveProperty('value', '1850.00')
    // an unchanged price is not used in another currency
    const currency = screen.getByLabelText('Currency')
    await shop.user.selectOptions(currency, 'USD')
    expect(await price('Common octopus')).toHaveProperty('value', '')
    await fill('Price per tonne of Common octopus', '1800')
    await shop.user.selectOptions(currency, 'EUR')
    expect(await price('Common octopus')).toHaveProperty('value', '1800')
    expect(screen.queryByText(/^to (this|another) buyer/)).toBeNull()
    const asks = eventOf(3, 'message', { text: 'Make it 5' })
    const body = {
      changed: [{ ...twice, version: 3, events: [...twice.events, asks] }],
      deleted: [],
      next: 'm',
      more: false,
    }
    shop.server.sayings['GET /orders/changes/'] = { body }
    await pullOwnOrders(shop.deps)
    expect(await screen.findByText('Make it 5')).toBeTruthy()
    await shop.user.click(await button('Send offer'))
    await waitFor(() => expect(said(shop)).toHaveLength(1))
    const { lines, charges } = offer
    expect(said(shop)[0]?.body).toMatchObject({
      after: 2,
      offer: { charges, validUntil, lines: [{ fishe: 'f1', qty: 3, price: 180000 }, { price: lines[1]?.price }] },
    })
  })

  test('starts from the last prices in the currency, and says to whom they were offered', {
    tags: '@long',
  }, async () => {
    const usd = offerOf({ currency: 'USD', lines: [{ fishe: 'f2', qty: 1, price: 99900, total: 99900 }] })
    const others = [
      { ...offered, _id: 'other', user: { ...asked.user, _id: 'somebody' } },
      { ...offered, _id: 'own', events: [eventOf(1, 'offer', { offer: usd })] },
    ]
    const shop = await open(asked, { answers: answers(asked, others) })
    await screen.findByRole('button', { name: 'Make an offer' })
    await waitFor(async () => expect(await shop.deps.db.orders.count()).toBe(3))
    await shop.user.click(await button('Make an offer'))
    expect(await price('Common octopus')).toHaveProperty('value', '1850.00')
    expect(screen.getByText('to another buyer: €1,850.00, 1 Nov 2026')).toBeTruthy()
    expect(await price('White grouper')).toHaveProperty('value', '')
    expect(screen.getByText('to this buyer: $999.00, 1 Nov 2026')).toBeTruthy()
    await shop.user.selectOptions(screen.getByLabelText('Currency'), 'USD')
    expect(await price('Common octopus')).toHaveProperty('value', '')
    expect(await price('White grouper')).toHaveProperty('value', '999.00')
  })

  test('survives a reload as a draft, for its author only', { tags: '@long' }, async () => {
    const first = await open(asked)
    await first.user.click(await button('Make an offer'))
    await fill('Price per tonne of Common octopus', '77')
    const key = `form-of:${admin.userId}:offer-${id}`
    await waitFor(async () =>
      expect((await first.deps.db.keyValue.get(key))?.value).toMatchObject({
        lines: expect.arrayContaining([expect.objectContaining({ price: '77', product: 'f1' })]),
      }),
    )
    first.unmount()
    const other = { ...admin, userId: 'other', token: 'other' }
    const second = await open(asked, { device: first.deps.db, session: other })
    await second.user.click(await button('Make an offer'))
    expect(await price('Common octopus')).toHaveProperty('value', '')
    second.unmount()
    await open(asked, { device: first.deps.db })
    await waitFor(async () => expect(await price('Common octopus')).toHaveProperty('value', '77'))
  })

  test('that was refused is edited, with the reason at the field', async () => {
    const errors = [{ path: 'offer.place', rule: 'oneLine', detail: 'One line.' } as const]
    const shop = await open(offered, {
      answers: { ...answers(offered), [`POST ${path}`]: refusal(422, 'invalid-fields', errors) },
    })
    await shop.user.click(await button('Revise offer'))
    await fill('Place', 'Vigo, pier 4')
    await shop.user.click(await button('Send offer'))
    expect(await screen.findByText('Your offer was not sent.')).toBeTruthy()
    await shop.user.click(await button('Edit'))
    expect(await screen.findByLabelText('Place')).toHaveProperty('value', 'Vigo, pier 4')
    const place = screen.getByLabelText('Place').closest('form')
    expect(within(place ?? document.body).getByText('This must be on one line')).toBeTruthy()
    shop.server.sayings[`POST ${path}`] = answers(offered)[`POST ${path}`] ?? {}
    await fill('Place', 'Vigo')
    await shop.user.click(await button('Send offer'))
    await waitFor(() => expect(said(shop)).toHaveLength(2))
    expect(said(shop)[1]?.body).toMatchObject({ offer: { place: 'Vigo' } })
    await waitFor(() => expect(screen.queryByText('Needs your attention')).toBeNull())
  })
})

describe('an order with newer events', () => {
  const message = eventOf(2, 'message', { text: 'Make it 5 tonnes, please', by: { name: 'Awa Diop', side: 'buyer' } })
  const later: Order = { ...offered, version: 2, events: [...offered.events, message] }
  const overtaken = { type: problemType('order-changed'), title: '', status: 409, detail: 'Changed.', order: later }

  async function overtake(shop: OpenShop) {
    shop.server.sayings[`POST ${path}`] = { status: 409, body: overtaken }
    await shop.user.click(await button('Revise offer'))
    await fill('Price per tonne of Common octopus', '1700')
    await shop.user.click(await button('Send offer'))
    expect(await screen.findByText('This came meanwhile:')).toBeTruthy()
    shop.server.sayings[`POST ${path}`] = answers(later)[`POST ${path}`] ?? {}
  }

  test('shows them, and the same offer can be sent as a new event', { tags: '@long' }, async () => {
    const shop = await open(offered)
    await overtake(shop)
    const came = within(screen.getByRole('alert')).getAllByRole('listitem')
    expect(came.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Make it 5 tonnes, please')])
    await shop.user.click(await button('Send anyway'))
    await waitFor(() => expect(said(shop)).toHaveLength(2))
    const [first, second] = said(shop)
    expect(second?.body).toEqual({ ...(first?.body as object), after: 2 })
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
    await waitFor(() => expect(screen.queryByText('This came meanwhile:')).toBeNull())
  })

  test('leads back to the form with the same values; the offer can be discarded after a confirmation', {
    tags: '@long',
  }, async () => {
    const shop = await open(offered)
    await overtake(shop)
    await shop.user.click(await button('Edit'))
    expect(await price('Common octopus')).toHaveProperty('value', '1700.00')
    shop.server.sayings[`POST ${path}`] = { status: 409, body: overtaken }
    await shop.user.click(await button('Send offer'))
    await waitFor(() => expect(said(shop)).toHaveLength(2))
    expect(said(shop)[1]?.body).toMatchObject({ after: 2, offer: { lines: [{ price: 170000 }, {}] } })
    await shop.user.click(await button('Discard'))
    const ask = await screen.findByRole('alertdialog')
    await shop.user.click(within(ask).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('This came meanwhile:')).toBeNull())
    expect(said(shop)).toHaveLength(2)
  })
})

describe('other actions of the shop', () => {
  test('a request is turned down with a reason', async () => {
    const shop = await open(asked)
    await shop.user.click(await button('Turn down'))
    const dialog = await screen.findByRole('dialog', { name: 'Turn down this request?' })
    await shop.user.click(within(dialog).getByRole('button', { name: 'Turn down' }))
    expect(await within(dialog).findByText('Please fill in this field')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'No octopus this year' } })
    await shop.user.click(within(dialog).getByRole('button', { name: 'Turn down' }))
    await waitFor(() => expect(said(shop)[0]?.body).toEqual({ kind: 'close', after: 0, note: 'No octopus this year' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('an offer is withdrawn after a confirmation', async () => {
    const shop = await open(offered)
    await shop.user.click(await button('Withdraw offer'))
    const ask = await screen.findByRole('alertdialog', { name: 'Withdraw this offer?' })
    await shop.user.click(within(ask).getByRole('button', { name: 'Withdraw offer' }))
    const [offer] = offered.events
    await waitFor(() => expect(said(shop)[0]?.body).toEqual({ kind: 'withdraw', after: 1, offer: offer?._id }))
  })

  test('a closed request has no actions, nor a form where this device has a draft', async () => {
    const device = createDatabase('closed-with-draft')
    await device.keyValue.put({ name: `form-of:${admin.userId}:offer-${id}`, value: { place: 'Vigo' } })
    await open({ ...asked, state: 'cancelled', version: 1, events: [eventOf(1, 'cancel')] }, { device })
    expect(await screen.findByText('Request cancelled')).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'Make an offer' })).toBeNull()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Make an offer' })).toBeNull())
  })
})
