import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '../../../../contract/texts/shop-day.ts'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../support/offer-samples.ts'
import { admin, customer, openAs } from '../../../support/open-shop.tsx'

const say = 'POST /orders/o1/events/'
const made = (over: Parameters<typeof fullOffer>[0] = {}) => eventOf(1, 'offer', { offer: fullOffer(over) })
const offered = (over: Parameters<typeof fullOffer>[0] = {}) => orderOf(made(over))
const takes = (order: ReturnType<typeof orderOf>) => ({
  ...shopWith(order).answers,
  [say]: () => ({ status: 201, body: { data: order } }),
})
const today = new Date().toISOString().slice(0, 10)
const counter = () =>
  eventOf(2, 'counter', {
    ...{ offer: made()._id, until: addDays(today, 2), expiresAt: `${addDays(today, 3)}T00:00:00.000Z` },
    ...{
      lines: [{ fishe: fullOffer().lines[0]?.fishe ?? '', qty: 1, price: 100_000, total: 100_000 }],
      total: 105_000,
    },
  })

test('a buyer suggests prices for some lines and sees the difference as it is typed', async () => {
  const { user, server } = await openAs(customer, '/order/o1', takes(offered()))
  await user.click(await screen.findByRole('button', { name: 'Suggest a price' }))
  const [first, ...others] = await screen.findAllByRole('textbox', { name: /^Price per tonne of/ })
  if (!first) throw new Error('there is a line')
  await user.clear(first)
  await user.type(first, '1000')
  await waitFor(() => expect(screen.getByText(/^Difference to the offer/).textContent).toMatch(/−/))
  for (const box of screen.getAllByRole('checkbox').slice(1, 1 + others.length)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Send these prices' }))
  await waitFor(() => expect(server.callsTo(say)).toHaveLength(1))
  expect(server.callsTo(say)[0]?.body).toMatchObject({ kind: 'counter', lines: [{ price: 100_000 }] })
  expect(Object.keys(Object(server.callsTo(say)[0]?.body))).not.toContain('note')
})

test('an offer that can be taken in parts is accepted line by line; too much and nothing are refused at their place', async () => {
  const { user, server } = await openAs(customer, '/order/o1', takes(offered({ inParts: true })))
  await user.click(await screen.findByRole('button', { name: 'Choose what you take' }))
  const [qty] = await screen.findAllByRole('textbox', { name: /^Quantity of/ })
  if (!qty) throw new Error('there is a line')
  const whole = (qty as HTMLInputElement).value
  await user.clear(qty)
  await user.type(qty, '9999')
  await user.click(screen.getByRole('button', { name: /^Accept \d of/ }))
  await waitFor(() => expect(qty.getAttribute('aria-invalid')).toBe('true'))
  expect(server.callsTo(say)).toEqual([])
  await user.clear(qty)
  await user.type(qty, whole)
  const [, ...others] = screen.getAllByRole('checkbox')
  for (const box of others) await user.click(box)
  await user.click(screen.getByRole('button', { name: /^Accept 1 of/ }))
  await waitFor(() => expect(server.callsTo(say)).toHaveLength(1))
  expect(server.callsTo(say)[0]?.body).toMatchObject({ kind: 'accept', lines: [{ fishe: expect.any(String) }] })
})

test('of a product and its alternative one is ticked', async () => {
  const { lines } = fullOffer()
  const [line] = lines
  if (!line) throw new Error('there is a line')
  const item = { name: 'Ling', name_fr: '', name_es: '', image: '' }
  const instead = { ...line, fishe: 'ling', alternativeTo: line.fishe, item }
  const { user, server } = await openAs(
    customer,
    '/order/o1',
    takes(offered({ lines: [line, instead, ...lines.slice(1)] })),
  )
  await user.click(await screen.findByRole('button', { name: 'Choose what you take' }))
  await screen.findAllByRole('textbox', { name: /^Quantity of/ })
  const boxes = screen.getAllByRole('checkbox').slice(0, lines.length + 1)
  await user.click(boxes[1] as HTMLElement)
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([
    false,
    true,
    ...lines.slice(1).map(() => true),
  ])
  await user.click(screen.getByRole('button', { name: /^Accept/ }))
  await waitFor(() =>
    expect(server.callsTo(say)[0]?.body).toMatchObject({ kind: 'accept', lines: [{ fishe: 'ling' }, { fishe: 'f2' }] }),
  )
})

test('the exporter sees offer and suggestion side by side and agrees', async () => {
  const order = { ...orderOf(made(), counter()), state: 'countered' as const }
  const { user, server } = await openAs(admin, '/order/o1', takes(order))
  const sheet = within(await screen.findByRole('region', { name: 'Suggested prices' }))
  expect(sheet.getAllByText('not wanted').length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('button', { name: /^Agree \(/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Agree \(/ }))
  await waitFor(() => expect(server.callsTo(say)).toHaveLength(1))
  expect(server.callsTo(say)[0]?.body).toMatchObject({ kind: 'agree', after: 2, counter: counter()._id })
})

test('another offer starts from the buyer’s numbers', async () => {
  const order = { ...orderOf(made(), counter()), state: 'countered' as const }
  const { user } = await openAs(admin, '/order/o1', takes(order))
  await user.click(await screen.findByRole('button', { name: 'Make another offer' }))
  const [price] = await screen.findAllByRole('textbox', { name: /^Price per tonne of/ })
  expect(price).toHaveProperty('value', '1000.00')
})

test('a buyer takes suggested prices back', async () => {
  const order = { ...orderOf(made(), counter()), state: 'countered' as const }
  const { user, server } = await openAs(customer, '/order/o1', takes(order))
  await user.click(await screen.findByRole('button', { name: 'Take back' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(server.callsTo(say)[0]?.body).toMatchObject({ kind: 'retract', counter: counter()._id }))
})
