import { v7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import type { Offer } from '../../../contract/offers.ts'
import type { Order } from '../../../contract/orders.ts'
import { endOfDay } from '../../../contract/texts/shop-day.ts'
import { openTestShop } from '../harness.ts'
import { dealer, offerFor } from './deal.ts'

const t = await openTestShop({ env: { TIME_ZONE: 'Pacific/Auckland' } })
const buyer = await t.addUser()
const admin = await t.addUser({ admin: true })
const fishes = [await t.addFish(), await t.addFish({ trade_name: 'Hake' })]
const deal = dealer(t, buyer, admin)
const order = await deal.request(fishes)
afterAll(() => t.close())

const offerOf = (made: Order) => made.events.at(-1)?.offer as Offer
/** Replaces `#0` and `#1` by the products' ids, which do not exist yet in the tables below. */
const line = (at: number, change: object = {}) => ({ fishe: `#${at}`, qty: 2, price: 100, ...change })
const named = (value: object) =>
  JSON.parse(JSON.stringify(value).replace(/#([01])/g, (_, at) => fishes[Number(at)]?._id ?? ''))
const two = (change: object) => ({ lines: [line(0, change), line(1)] })
const long = (length: number) => 'x'.repeat(length)
const charge = { label: 'Freight', amount: 1 }

it.each<[string, object, string, string]>([
  ['no currency', { currency: undefined }, 'offer.currency', 'required'],
  ['a currency of another shop', { currency: 'JPY' }, 'offer.currency', 'shopCurrency'],
  ['a currency that is none', { currency: 'eur' }, 'offer.currency', 'currency'],
  ['no lines', { lines: undefined }, 'offer.lines', 'required'],
  ['an empty list of lines', { lines: [] }, 'offer.lines', 'minItems'],
  ['one product left out', { lines: [line(0)] }, 'offer.lines', 'everyProduct'],
  ['a product twice', { lines: [line(0), line(1), line(0)] }, 'offer.lines.2.fishe', 'productOfRequest'],
  [
    'a product of no request',
    { lines: [line(0), line(1), line(0, { fishe: v7() })] },
    'offer.lines.2.fishe',
    'productOfRequest',
  ],
  ['no price at all', { lines: [line(0, { price: null }), line(1, { price: null })] }, 'offer.lines', 'onePrice'],
  ['a line without a price', two({ price: undefined }), 'offer.lines.0.price', 'required'],
  ['a price below zero', two({ price: -1 }), 'offer.lines.0.price', 'minimum'],
  ['a price above 10^9', two({ price: 1_000_000_001 }), 'offer.lines.0.price', 'maximum'],
  ['half a cent', two({ price: 0.5 }), 'offer.lines.0.price', 'wholeNumber'],
  ['a price that is a text', two({ price: '5' }), 'offer.lines.0.price', 'wholeNumber'],
  ['no quantity', two({ qty: undefined }), 'offer.lines.0.qty', 'required'],
  ['the quantity zero', two({ qty: 0 }), 'offer.lines.0.qty', 'exclusiveMinimum'],
  ['too large a quantity', two({ qty: 100_000.001 }), 'offer.lines.0.qty', 'maximum'],
  ['four decimals', two({ qty: 1.0005 }), 'offer.lines.0.qty', 'decimals'],
  ['a long note of a line', two({ note: long(201) }), 'offer.lines.0.note', 'maxLength'],
  ['no delivery term', { incoterm: undefined }, 'offer.incoterm', 'required'],
  ['an unknown delivery term', { incoterm: 'XXX' }, 'offer.incoterm', 'allowedValue'],
  ['no place', { place: undefined }, 'offer.place', 'required'],
  ['a blank place', { place: '  ' }, 'offer.place', 'required'],
  ['a long place', { place: long(81) }, 'offer.place', 'maxLength'],
  ['no validity', { validUntil: undefined }, 'offer.validUntil', 'required'],
  ['a validity that is no day', { validUntil: '20 January' }, 'offer.validUntil', 'day'],
  ['a day that no calendar has', { validUntil: '2026-02-30' }, 'offer.validUntil', 'day'],
  ['yesterday', { validUntil: '2025-12-31' }, 'offer.validUntil', 'todayOrLater'],
  ['more than a year', { validUntil: '2027-01-03' }, 'offer.validUntil', 'daysAhead'],
  ['a ready day that is none', { readyFrom: '2026-13-01' }, 'offer.readyFrom', 'day'],
  ['a long payment', { payment: long(201) }, 'offer.payment', 'maxLength'],
  ['a long note', { note: long(2001) }, 'offer.note', 'maxLength'],
  ['six charges', { charges: Array.from({ length: 6 }, () => charge) }, 'offer.charges', 'maxItems'],
  ['a charge without a label', { charges: [{ amount: 1 }] }, 'offer.charges.0.label', 'required'],
  ['a long label', { charges: [{ ...charge, label: long(61) }] }, 'offer.charges.0.label', 'maxLength'],
  ['a charge without an amount', { charges: [{ label: 'x' }] }, 'offer.charges.0.amount', 'required'],
  ['too low an amount', { charges: [{ ...charge, amount: -1_000_000_001 }] }, 'offer.charges.0.amount', 'minimum'],
  ['a discount above the price', { charges: [{ ...charge, amount: -1_000_000_000 }] }, 'offer.charges', 'minimum'],
  ['NUL in a note', { note: 'a\0b' }, 'offer.note', 'allowedCharacters'],
])('refuses %s', async (_name, change, path, rule) => {
  const body = { kind: 'offer', after: 0, offer: named({ ...offerFor(order.orderItems), ...change }) }
  const { status, json } = await deal.say(order, admin.token, body)
  const told = json.errors?.map((error: { path: string; rule: string }) => [error.path, error.rule])
  expect([status, json.type, told]).toEqual([422, 'about:quayside/invalid-fields', [[path, rule]]])
  expect(json.errors[0].detail).toMatch(/\S/)
  expect((await deal.read(order)).version).toBe(0)
})

it.each<[object, string[]]>([
  [{}, ['kind']],
  [{ kind: 'x' }, ['kind']],
  [{ kind: 'offer' }, ['after', 'offer']],
  [{ kind: 'offer', after: 0, offer: 'x' }, ['offer']],
  [{ kind: 'offer', after: -1, offer: 1 }, ['after', 'offer']],
  [{ kind: 'withdraw' }, ['after', 'offer']],
  [{ kind: 'close' }, ['after', 'note']],
  [{ kind: 'close', after: 0, note: ' ' }, ['note']],
  [{ kind: 'accept' }, ['offer']],
  [{ kind: 'decline', offer: null }, ['offer']],
  [{ kind: 'message' }, ['text']],
  [{ kind: 'message', text: '' }, ['text']],
  [{ kind: 'message', text: 'x'.repeat(2001) }, ['text']],
  [{ kind: 'cancel', note: 'x'.repeat(2001) }, ['note']],
])('reports what is missing in %j', async (body, paths) => {
  for (const { token } of [admin, buyer]) {
    const { status, json } = await deal.say(order, token, body)
    expect([status, json.errors.map(({ path }: { path: string }) => path)]).toEqual([422, paths])
  }
})

it('accepts today, a year ahead, other quantities and unavailable products', async () => {
  // the harness's clock starts at midnight of January 1 in UTC, which is afternoon in Auckland
  for (const validUntil of ['2026-01-01', '2027-01-01']) {
    const lines = [line(0, { price: null, qty: 7 }), line(1, { qty: 0.001, price: 1000 })]
    const fresh = await deal.request(fishes)
    const made = await deal.offer(fresh, named({ validUntil, lines, readyFrom: '2025-06-01' }))
    expect(offerOf(made)).toMatchObject({ total: 1, lines: [{ qty: 7, price: null, total: null }, { total: 1 }] })
  }
})

it('expires at the end of the day in the shop’s time zone, in summer and winter', async () => {
  const ends = { '2026-01-15': '2026-01-15T11:00:00.000Z', '2026-07-15': '2026-07-15T12:00:00.000Z' }
  for (const [validUntil, expiresAt] of Object.entries(ends)) {
    const more = { validUntil, expiresAt: '2099-01-01T00:00:00.000Z', total: 1 }
    expect(offerOf(await deal.offer(await deal.request(fishes), more))).toMatchObject({ expiresAt, total: 925_000 })
  }
})

it('uses the current day of the shop’s time zone, which may be the day before', async () => {
  const west = await openTestShop({ env: { TIME_ZONE: 'America/New_York' } })
  const desk = await west.addUser({ admin: true })
  const there = dealer(west, await west.addUser(), desk)
  const asked = await there.request([await west.addFish()])
  // the last day of 2025, and 366 days later
  for (const validUntil of ['2025-12-31', '2027-01-01'])
    expect(offerOf(await there.offer(await there.read(asked), { validUntil })).validUntil).toBe(validUntil)
  for (const [validUntil, rule] of [
    ['2025-12-30', 'todayOrLater'],
    ['2027-01-02', 'daysAhead'],
  ]) {
    const offer = offerFor(asked.orderItems, { validUntil })
    const { status, json } = await there.say(asked, desk.token, { kind: 'offer', after: 2, offer })
    expect([status, json.errors[0].rule]).toEqual([422, rule])
  }
  await west.close()
})

it.each<[string, number, number, number]>([
  ['EUR', 1_000_000_000, 100_000, 100_000_000_000_000],
  ['XOF', 1_213_500, 2.5, 3_033_750],
  ['XOF', 1, 0.5, 1],
  ['EUR', 1, 0.499, 0],
  ['EUR', 3, 0.5, 2],
  ['GBP', 333, 1.005, 335],
  ['USD', 999_999_999, 99_999.999, 99_999_998_900_000],
  ['USD', 1, 1.005, 1],
  ['USD', 100, 1.005, 101],
  ['EUR', 0, 5, 0],
])('%s: a price of %d for %d t is %d', async (currency, price, qty, total) => {
  const lines = [line(0, { price, qty }), line(1, { price: null })]
  const made = offerOf(await deal.offer(await deal.request(fishes), named({ currency, lines })))
  expect([made.lines[0]?.total, made.total]).toEqual([total, total])
})

it('adds rounded lines and charges, and refuses totals above the safe integers', async () => {
  const lines = [line(0, { price: 1, qty: 0.5 }), line(1, { price: 1, qty: 0.5 })]
  const charges = [charge, { label: 'Discount', amount: -2 }]
  const made = await deal.offer(await deal.request(fishes), named({ lines, charges }))
  expect(offerOf(made).total).toBe(1)
  const many = []
  for (let n = 0; n < 92; n++) many.push(await t.addFish({ trade_name: `Fish ${n}` }))
  const large = await deal.request(many)
  const dearest = large.orderItems.map(({ fishe }) => ({ fishe, qty: 100_000, price: 1_000_000_000 }))
  const offer = { ...offerFor([]), lines: dearest }
  const { status, json } = await deal.say(large, admin.token, { kind: 'offer', after: 0, offer })
  expect([status, json.errors[0].path, json.errors[0].rule]).toEqual([422, 'offer.lines', 'maximum'])
  const [first, second, ...others] = dearest
  // an intermediate sum exceeds the safe integers
  const fitting = [{ ...first, qty: 7199.255 }, { ...second, price: 1, qty: 1 }, ...others]
  const discount = [{ label: 'Discount', amount: -1_000_000 }]
  const fitted = await deal.offer(large, { lines: fitting, charges: discount })
  expect(offerOf(fitted).total).toBe(9_007_199_254_000_001)
})

it('refuses invalid wishes by field', async () => {
  const wrong = {
    wishes: { incoterm: 'ABC', place: '', neededBy: '2026-02-29', currency: 'euro', note: 'x'.repeat(2001) },
    language: 'de',
  }
  const body = { orderItems: [{ fishe: fishes[0]?._id, qty: 1, note: 'x'.repeat(201) }], ...wrong }
  const { shippingAddress } = order
  const send = (change: object) =>
    t.call('POST', '/orders/add/', { token: buyer.token, body: { ...body, shippingAddress, ...change } })
  const paths = async (change: object) => {
    const { status, json } = await send(change)
    return [status, json.errors?.map(({ path }: { path: string }) => path).sort()]
  }
  const wishes = ['currency', 'incoterm', 'neededBy', 'note', 'place'].map((name) => `wishes.${name}`)
  expect(await paths({})).toEqual([422, ['language', 'orderItems.0.note', ...wishes]])
  const right = { language: 'fr', orderItems: [{ fishe: fishes[0]?._id, qty: 1, note: 'Gutted' }] }
  expect(await paths({ ...right, wishes: { neededBy: '2026-02-29' } })).toEqual([422, ['wishes.neededBy']])
  const { json } = await send({ ...right, wishes: { neededBy: '2020-02-29', x: 1 } })
  expect(json.data).toMatchObject({ language: 'fr', orderItems: [{ note: 'Gutted' }] })
  expect(json.data.wishes).toEqual({ neededBy: '2020-02-29' })
})

describe('the end of a day', () => {
  it.each([
    ['UTC', '2026-03-01', '2026-03-02T00:00:00.000Z'],
    ['Africa/Casablanca', '2026-06-30', '2026-06-30T23:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2026-01-01T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-02T11:00:00.000Z'],
    // the time changes at midnight
    ['America/Santiago', '2026-04-04', '2026-04-05T04:00:00.000Z'],
    ['America/Santiago', '2026-09-05', '2026-09-06T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'],
    // 25 and 23 hours
    ['Europe/Madrid', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['Europe/Madrid', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  ])('in %s of %s is %s', (zone, day, end) => {
    expect(new Date(endOfDay(zone, day)).toISOString()).toBe(end)
  })
})
