import { afterAll, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import { counterFor, dealer, openDeal } from './deal.ts'

const { t, buyer, admin, fish, deal } = await openDeal()
const second = await t.addFish({ trade_name: 'Second' })
const other = await t.addFish({ trade_name: 'Other' })
afterAll(() => t.close())

const last = (order: Order) => order.events.at(-1)
const lineOf = ({ _id: fishe }: { _id: string }, qty = 1, price: number | undefined = 170_000) => ({
  fishe,
  qty,
  price,
})
const both = async (change: object = {}) => deal.offer(await deal.request([fish, second]), change)
const counter = (order: Order, change: object = {}) => ({
  ...counterFor(order),
  offer: order.events.findLast(({ kind }) => kind === 'offer')?._id,
  ...change,
})
const wrongOf = async (order: Order, body: object, token = buyer.token) => {
  const { status, json } = await deal.say(order, token, body)
  const errors = json.errors?.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)
  return [status, ...(errors ?? [json.type.replace('about:quayside/', '')])]
}
const agree = (order: Order) => ({ kind: 'agree', after: order.version, counter: last(order)?._id })

it('makes the deal of a counter with its lines and terms, and the charges of the offer', async () => {
  const offered = await both({ charges: [{ label: 'Freight', amount: 5_000 }] })
  const countered = await deal.must(
    offered,
    buyer.token,
    counter(offered, { lines: [lineOf(second, 1.5, 100_001)], incoterm: 'FOB', place: 'Dakar', note: 'Our best' }),
  )
  // an app of the release before folds none of this
  expect([offered.needs, countered.state, countered.needs]).toEqual([undefined, 'countered', 2])
  expect(last(countered)).toMatchObject({
    ...{ total: 155_002, expiresAt: '2026-01-11T00:00:00.000Z', until: '2026-01-10', note: 'Our best' },
    lines: [{ fishe: second._id, qty: 1.5, price: 100_001, total: 150_002 }],
  })
  const agreed = await deal.must(countered, admin.token, agree(countered))
  expect([agreed.state, agreed.needs, last(agreed)?.deal]).toMatchObject([
    'accepted',
    2,
    {
      total: 155_002,
      incoterm: 'FOB',
      place: 'Dakar',
      currency: 'EUR',
      lines: [{ fishe: second._id, total: 150_002 }],
    },
  ])
  // a later message leaves it what is delivered
  const later = await deal.must(agreed, buyer.token, { kind: 'message', text: 'Thank you' })
  const load = (fishe: string) => ({
    ...{ kind: 'milestone', step: 'loaded', on: '2026-01-02', after: later.version },
    loaded: { container: 'CSQU3054383', lines: [{ fishe, qty: 1 }] },
  })
  expect(await wrongOf(later, load(fish._id), admin.token)).toEqual([422, 'loaded.lines.0.fishe productOfOffer'])
  await deal.must(later, admin.token, load(second._id))
})

it('goes back to the offer when a counter is taken back or has ended', async () => {
  const offered = await both()
  const first = await deal.must(offered, buyer.token, counter(offered))
  const back = await deal.must(first, buyer.token, { kind: 'retract', counter: last(first)?._id })
  expect(back.state).toBe('offered')
  expect(await wrongOf(back, { kind: 'agree', after: back.version, counter: last(first)?._id }, admin.token)).toEqual([
    409,
    'counter-not-current',
  ])
  const again = await deal.must(back, buyer.token, counter(back))
  t.clock.pass(12 * 86_400_000)
  expect((await deal.read(again)).state).toBe('offered')
  const { json: counts } = await t.call('GET', '/orders/counts/', { token: admin.token })
  expect(counts).toMatchObject({ offered: 1, countered: 0, expired: 0 })
  const listed = await t.call('GET', '/orders/?state=countered', { token: admin.token })
  expect(listed.json).toEqual([])
  expect(await wrongOf(again, agree(again), admin.token)).toEqual([409, 'counter-expired'])
  await deal.must(again, buyer.token, { kind: 'accept', offer: again.events[0]?._id })
  t.clock.pass(-12 * 86_400_000)
})

it('refuses a counter that names what is not offered', async () => {
  const offered = await both({ charges: [{ label: 'Discount', amount: -100_000 }] })
  const wrong = (change: object) => wrongOf(offered, counter(offered, change))
  expect(await wrong({ lines: [lineOf(other)] })).toEqual([422, 'lines.0.fishe productOfOffer'])
  expect(await wrong({ lines: [lineOf(fish), lineOf(fish)] })).toEqual([422, 'lines.1.fishe productOfOffer'])
  expect(await wrong({ lines: [] })).toEqual([422, 'lines minItems'])
  expect(await wrong({ lines: [{ fishe: fish._id, qty: 1 }] })).toEqual([422, 'lines.0.price required'])
  expect(await wrong({ lines: [lineOf(fish, 1.0001)] })).toEqual([422, 'lines.0.qty decimals'])
  expect(await wrong({ lines: [lineOf(fish, 1, 10)] })).toEqual([422, 'lines minimum'])
  expect(await wrong({ until: '2025-12-31' })).toEqual([422, 'until todayOrLater'])
  expect(await wrong({ until: undefined })).toEqual([422, 'until required'])
  expect(await wrong({ neededBy: '2025-12-31' })).toEqual([422, 'neededBy todayOrLater'])
})

it('makes no deal with a deleted account', async () => {
  const gone = await t.addUser()
  const theirs = dealer(t, gone, admin)
  const offered = await theirs.offer(await theirs.request([fish]))
  const countered = await theirs.must(offered, gone.token, counter(offered))
  await t.call('DELETE', `/users/delete/${gone.id}/`, { token: admin.token })
  expect(await wrongOf(countered, agree(countered), admin.token)).toEqual([409, 'buyer-gone'])
})

it(`takes ${limits.counters} counters of a request`, async () => {
  let order = await both()
  for (let n = 0; n < limits.counters; n++) order = await deal.must(order, buyer.token, counter(order))
  expect(await wrongOf(order, counter(order))).toEqual([422, 'thread-full'])
})

it('accepts a part of an offer that can be taken in parts', async () => {
  const lines = [{ ...lineOf(fish, 10), least: 4 }, { ...lineOf(second, 5) }]
  const offered = await both({ lines, inParts: true, charges: [{ label: 'Freight', amount: 100 }] })
  const accept = (...taken: object[]) => ({ kind: 'accept', offer: last(offered)?._id, lines: taken })
  const wrong = (...taken: object[]) => wrongOf(offered, accept(...taken))
  expect(await wrong({ fishe: fish._id, qty: 3 })).toEqual([422, 'lines.0.qty minimum'])
  expect(await wrong({ fishe: fish._id, qty: 11 })).toEqual([422, 'lines.0.qty maximum'])
  const accepted = await deal.must(offered, buyer.token, accept({ fishe: fish._id, qty: 4.5 }))
  expect([accepted.state, accepted.needs, last(accepted)?.deal]).toMatchObject([
    'accepted',
    2,
    { total: 765_100, lines: [{ fishe: fish._id, qty: 4.5, price: 170_000, total: 765_000 }] },
  ])
  expect(last(accepted)?.deal).not.toHaveProperty('inParts')
})

it('lets the buyer choose between a product and its alternatives', async () => {
  const instead = { ...lineOf(other, 2, 90_000), alternativeTo: fish._id }
  const offered = await both({ lines: [lineOf(fish, 2), lineOf(second, 1), instead] })
  // of a product and its alternatives the first counts
  expect(last(offered)?.offer).toMatchObject({ total: 510_000 })
  // below its product
  const [, alternative] = Object(last(offered)?.offer).lines
  expect(alternative.item).toMatchObject({ name: 'Other' })
  const accept = (lines?: object[]) => ({ kind: 'accept', offer: last(offered)?._id, lines })
  const taken = (product: { _id: string }, qty: number) => ({ fishe: product._id, qty })
  expect(await wrongOf(offered, accept())).toEqual([422, 'lines required'])
  expect(await wrongOf(offered, accept([taken(second, 1)]))).toEqual([422, 'lines everyProduct'])
  expect(await wrongOf(offered, accept([taken(second, 1), taken(other, 1)]))).toEqual([
    422,
    'lines.1.qty offeredTonnes',
  ])
  expect(await wrongOf(offered, accept([taken(second, 1), taken(fish, 2), taken(other, 2)]))).toEqual([
    422,
    'lines.2.fishe oneOfAlternatives',
  ])
  const accepted = await deal.must(offered, buyer.token, accept([taken(second, 1), taken(other, 2)]))
  expect(last(accepted)?.deal).toMatchObject({ total: 350_000, lines: [{ fishe: other._id }, { fishe: second._id }] })
})

it('refuses alternatives of nothing, twice, and of no product', async () => {
  const order = await deal.request([fish, second])
  const lines = (...more: object[]) => ({
    ...{ kind: 'offer', after: 0 },
    offer: { currency: 'EUR', incoterm: 'CIF', place: 'Vigo', validUntil: '2026-01-20', lines: [...base, ...more] },
  })
  const base = [lineOf(fish), lineOf(second)]
  const wrong = (...more: object[]) => wrongOf(order, lines(...more), admin.token)
  const instead = { ...lineOf(other), alternativeTo: fish._id }
  expect(await wrong({ ...instead, alternativeTo: other._id })).toEqual([
    422,
    'offer.lines.2.alternativeTo productOfRequest',
  ])
  expect(await wrong(instead, instead)).toEqual([422, 'offer.lines.3.fishe alreadyUsed'])
  expect(await wrong({ ...instead, fishe: second._id })).toEqual([422, 'offer.lines.2.fishe alreadyUsed'])
  expect(await wrong({ ...instead, fishe: 'none' })).toEqual([422, 'offer.lines.2.fishe productInShop'])
  expect(await wrong({ ...instead, least: 2 })).toEqual([422, 'offer.lines.2.least maximum'])
})

it('shows a target price to both sides, in the wished currency', async () => {
  const item = { fishe: fish._id, qty: 2, target: 150_000 }
  const asked = await deal.request([fish], { orderItems: [item], wishes: { currency: 'USD' } })
  expect(asked.orderItems[0]?.target).toBe(150_000)
  const { status, json } = await t.call('POST', '/orders/add/', {
    token: buyer.token,
    body: { orderItems: [item], shippingAddress: asked.shippingAddress },
  })
  expect([status, json.errors[0].path, json.errors[0].rule]).toEqual([422, 'wishes.currency', 'required'])
})
