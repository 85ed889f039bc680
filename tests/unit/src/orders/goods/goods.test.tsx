import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OrderEvent } from '../../../../../contract/order-events.ts'
import type { Order } from '../../../../../contract/orders.ts'
import { type FakeServer, offline, type Saying, type Seen } from '../../../../support/fake-server.ts'
import { agreedThread } from '../../../../support/goods-samples.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'

const path = 'POST /orders/o1/events/'

/** A server that has this order, and takes every event, or is away. */
const serverOf = (order: Order, isAway = false): Record<string, Saying> => ({
  'GET /orders/o1/': { body: { data: order } },
  'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
  'GET /orders/o1/papers/': { body: { papers: [], missing: {} } },
  [path]: isAway
    ? offline
    : ({ headers }: Seen) => ({
        status: 201,
        body: { data: order },
        headers: { 'idempotency-key': headers.get('idempotency-key') ?? '' },
      }),
})
const panelOf = async (name: string) => within(await screen.findByRole('region', { name }))
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (server: FakeServer) => waitFor(() => expect(server.callsTo(path)[0]?.body).toBeTruthy())
const bodyOf = (server: FakeServer) => server.callsTo(path)[0]?.body

describe('payments', () => {
  test('a buyer reports the deposit with what is open of it; it waits on the device without a connection', async () => {
    const { order, shownDay } = agreedThread()
    const { user, server } = await openAs(customer, '/order/o1', serverOf(order, true))
    const panel = await panelOf('Payments')
    const [deposit, balance] = within(panel.getByRole('list', { name: 'What is due' })).getAllByRole('listitem')
    expect(deposit?.textContent).toBe(`Deposit 30\u00a0% · €1,800.15 due ${shownDay(7)}`)
    expect(balance?.textContent).toContain('Balance · €4,200.35 · 10 days after arrival')
    expect(screen.queryByRole('button', { name: 'I have paid the deposit' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Report a payment' }))
    const form = await dialogOf('Report a payment')
    const amount = form.getByLabelText<HTMLInputElement>('Amount in EUR')
    expect(amount.value).toBe('1800.15')
    await user.selectOptions(form.getByLabelText('For'), 'balance')
    expect(amount.value).toBe('4200.35')
    await user.selectOptions(form.getByLabelText('For'), 'deposit')
    await user.clear(amount)
    await user.click(form.getByRole('button', { name: 'Report' }))
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    await user.type(amount, '1800')
    await user.click(form.getByRole('button', { name: 'Report' }))
    expect(await panel.findByText('not sent yet')).toBeTruthy()
    expect(panel.getByText(/^Payment reported: €1,800.00/)).toBeTruthy()
    await sent(server)
    expect(bodyOf(server)).toMatchObject({
      ...{ kind: 'milestone', step: 'paid', paid: { amount: 180_000, part: 'deposit' } },
    })
    expect(bodyOf(server)).not.toHaveProperty('after')
  })

  test('the shop confirms what came, which may be another amount', async () => {
    const { order, day, report } = agreedThread({ isReported: true })
    const { user, server } = await openAs(admin, '/order/o1', serverOf(order))
    const panel = await panelOf('Payments')
    expect(panel.getByText('reported')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Confirm' }))
    const form = await dialogOf('Confirm a payment')
    expect(form.getByText(/^The buyer reported €1,800.15/)).toBeTruthy()
    const amount = form.getByLabelText<HTMLInputElement>('Amount in EUR')
    expect(amount.value).toBe('1800.15')
    await user.clear(amount)
    await user.type(amount, '1788.15')
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    await sent(server)
    expect(bodyOf(server)).toMatchObject({
      ...{ step: 'paid', after: order.version, confirms: report, on: day(-1) },
      paid: { amount: 178_815, part: 'deposit', on: day(-1) },
    })
  })

  test('an overdue deposit is marked, and what was received and credited is counted', async () => {
    const { order } = agreedThread({ agreed: -20, shipment: { paid: { deposit: 100_000, balance: 0 } } })
    await openAs(customer, '/order/o1', serverOf(order))
    const panel = await panelOf('Payments')
    expect(panel.getByText('overdue')).toBeTruthy()
    expect(panel.getByText('still open: €800.15')).toBeTruthy()
    expect(panel.getByText('€5,000.50')).toBeTruthy()
  })

  test('there is no panel where the offer has no terms and nobody has paid', async () => {
    const { order } = agreedThread({ terms: {} })
    await openAs(customer, '/order/o1', serverOf(order))
    expect(await screen.findByRole('button', { name: 'I have paid the deposit' })).toBeTruthy()
    await panelOf('Documents')
    expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull()
  })
})

describe('claims', () => {
  const lines: OrderEvent['lines'] = [{ fishe: 'f1', qty: 0, kg: 40, reason: 'temperature', note: 'Soft at the door' }]
  const received = { step: 'received', days: -1 } as const

  test('a buyer reports what is wrong with the time of the device, at most what went', async () => {
    const { order, shownDay } = agreedThread({ done: received })
    const { user, server } = await openAs(customer, '/order/o1', serverOf(order))
    const panel = await panelOf('Claims')
    expect(panel.getByText(/report it here until/).textContent).toContain(shownDay(4))
    await user.click(panel.getByRole('button', { name: 'Something is wrong' }))
    const form = await dialogOf('Something is wrong')
    await user.click(form.getByRole('button', { name: 'Send claim' }))
    expect(form.getByText('Please enter how much is wrong')).toBeTruthy()
    await user.type(form.getByLabelText('Kilograms'), '3001')
    expect(form.getByText('This must be at most 3000')).toBeTruthy()
    await user.clear(form.getByLabelText('Kilograms'))
    await user.type(form.getByLabelText('Kilograms'), '40')
    await user.selectOptions(form.getByLabelText('Reason'), 'temperature')
    const before = Date.now()
    await user.click(form.getByRole('button', { name: 'Send claim' }))
    await sent(server)
    expect(bodyOf(server)).toMatchObject({ kind: 'claim', lines: [{ fishe: 'f1', kg: 40, reason: 'temperature' }] })
    const { reportedAt } = Object(bodyOf(server))
    expect(Math.abs(Date.parse(reportedAt) - before)).toBeLessThan(60_000)
  })

  test('after the time for claims a sentence says so', async () => {
    const { order, shownDay } = agreedThread({ done: { step: 'received', days: -6 } })
    await openAs(customer, '/order/o1', serverOf(order))
    const panel = await panelOf('Claims')
    expect(panel.getByText(/^The time for claims ended on/).textContent).toContain(shownDay(-1))
    expect(panel.queryByRole('button', { name: 'Something is wrong' })).toBeNull()
  })

  test('the shop settles it at the agreed price', async () => {
    const { order, claim } = agreedThread({ done: received, claim: { lines } })
    const { user, server } = await openAs(admin, '/order/o1', serverOf(order))
    const panel = await panelOf('Claims')
    expect(panel.getByText('Common octopus · 40 kg · Temperature · Soft at the door')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Settle' }))
    const form = await dialogOf('Settle this claim')
    const amount = form.getByLabelText<HTMLInputElement>('Amount in EUR')
    expect(amount.value).toBe('74.00')
    await user.clear(form.getByLabelText('Kilograms credited'))
    await user.type(form.getByLabelText('Kilograms credited'), '20')
    expect(amount.value).toBe('37.00')
    await user.click(form.getByRole('button', { name: 'Settle' }))
    await sent(server)
    expect(bodyOf(server)).toMatchObject({
      ...{ kind: 'settle', after: order.version, claim, credit: [{ fishe: 'f1', kg: 20, amount: 3700 }] },
    })
  })

  test('the shop refuses it with a reason', async () => {
    const { order, claim } = agreedThread({ done: received, claim: { lines } })
    const { user, server } = await openAs(admin, '/order/o1', serverOf(order))
    await user.click((await panelOf('Claims')).getByRole('button', { name: 'Refuse' }))
    const form = await dialogOf('Refuse this claim?')
    await user.type(form.getByLabelText('Reason'), 'It left at -22')
    await user.click(form.getByRole('button', { name: 'Refuse' }))
    await sent(server)
    expect(bodyOf(server)).toMatchObject({ kind: 'settle', claim, refused: 'It left at -22', after: order.version })
  })

  test('both sides see the credit, and that what is due has fallen', async () => {
    const { order } = agreedThread({ done: received, claim: { lines, credit: 7400 } })
    await openAs(customer, '/order/o1', serverOf(order))
    const card = await screen.findByText(/^The shop has credited €74.00/)
    expect(card.textContent).toContain('still open: €5,926.50')
    expect((await panelOf('Payments')).getByText('€74.00')).toBeTruthy()
  })
})

describe('documents', () => {
  test('both sides see which are here and which are missing; the shop adds one with its file alone', async () => {
    const { order } = agreedThread({ shipment: { papers: ['bill-of-lading', 'analysis'] } })
    const { user } = await openAs(admin, '/order/o1', serverOf(order))
    const panel = await panelOf('Documents')
    expect(panel.getByText('Still missing: Certificate of origin, Invoice, Packing list')).toBeTruthy()
    const rows = within(panel.getByRole('list', { name: 'Documents of this order' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      ...['Bill of ladinghere', 'Certificate of originmissing', 'Invoicemissing', 'Packing listmissing'],
      'Laboratory analysishere',
    ])
    await user.click(panel.getByRole('button', { name: 'Add a document' }))
    const form = await dialogOf('Add a document')
    expect(form.getByLabelText<HTMLSelectElement>('Kind').value).toBe('certificate-of-origin')
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect((await form.findByText('Please add the file of the document.')).getAttribute('role')).toBe('alert')
  })

  test('the dossier is downloaded by the session’s token', async () => {
    const { order } = agreedThread()
    await openAs(customer, '/order/o1', serverOf(order))
    const panel = await panelOf('Documents')
    expect(panel.getByRole('button', { name: 'Download dossier' })).toBeTruthy()
    expect(panel.queryByRole('button', { name: 'Add a document' })).toBeNull()
  })
})
