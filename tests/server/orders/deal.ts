import { v7 } from 'uuid'
import { expect } from 'vitest'
import type { OfferInput } from '../../../contract/offers.ts'
import type { Order } from '../../../contract/orders.ts'
import { joinEvents } from '../../../src/db/orders.ts'
import { type CallOptions, openTestShop, orderBody, type TestShop, type TestUser } from '../harness.ts'

/** An offer for these products, valid until January 20, 2026; the harness's clock starts on January 1. */
export function offerFor(products: readonly { fishe: string; qty: number }[], change: object = {}): OfferInput {
  const lines = products.map(({ fishe, qty }) => ({ fishe, qty, price: 185_000 }))
  return { currency: 'EUR', lines, incoterm: 'CIF', place: 'Vigo', validUntil: '2026-01-20', ...change }
}

/** A buyer's own price for each product, until January 10, 2026. */
export const counterFor = ({ orderItems }: Pick<Order, 'orderItems'>, price = 170_000) => ({
  kind: 'counter',
  lines: orderItems.map(({ fishe, qty }) => ({ fishe, qty, price })),
  until: '2026-01-10',
})

/** An order with its thread, from one with the thread before and an answer with what came after. */
export function putTogether(before: Order, after: Order): Order {
  const { earlier: _, currentOffer: __, since: ___, decision: ____, ...order } = after
  const events = joinEvents(before.events, after.events).map(({ number: _____, ...event }) => event)
  return { ...order, events }
}

/** Creates orders and adds events, apart from the expectations of each test. */
export function dealer(t: TestShop, buyer: TestUser, admin: TestUser) {
  const say = (order: { _id: string }, token: string, body: object, more: CallOptions = {}) =>
    t.call('POST', `/orders/${order._id}/events/`, { token, key: v7(), body, ...more })
  const request = async (fishes: { _id: string }[], more: object = {}): Promise<Order> => {
    const body = { ...orderBody(fishes), ...more }
    const { status, json } = await t.call('POST', '/orders/add/', { token: buyer.token, key: v7(), body })
    expect(status).toBe(201)
    return json.data
  }
  const read = async (order: { _id: string }): Promise<Order> =>
    (await t.call('GET', `/orders/${order._id}/`, { token: admin.token })).json
  const must = async (order: Order, token: string, body: object, more: CallOptions = {}): Promise<Order> => {
    const { status, json, text } = await say(order, token, body, more)
    expect([status, text.slice(0, status === 201 ? 0 : 300)]).toEqual([201, ''])
    return putTogether(order, json.data)
  }
  const offer = (order: Order, change: object = {}) =>
    must(order, admin.token, { kind: 'offer', after: order.version, offer: offerFor(order.orderItems, change) })
  const accept = (order: Order) => must(order, buyer.token, { kind: 'accept', offer: order.events.at(-1)?._id })
  return { say, request, read, must, offer, accept }
}

/** A shop with a buyer, an administrator and a product, and what the two say to each other. */
export async function openDeal(
  given: { shop?: Parameters<typeof openTestShop>[0]; buyer?: object; admin?: object } = {},
) {
  const t = await openTestShop(given.shop)
  const buyer = await t.addUser(given.buyer)
  const admin = await t.addUser({ admin: true, ...given.admin })
  return { t, buyer, admin, fish: await t.addFish(), deal: dealer(t, buyer, admin) }
}

/** The variables of a suite before its deal is open. */
// the suite's first hook fills them before a test reads them
export const notOpened = {} as Awaited<ReturnType<typeof openDeal>>
