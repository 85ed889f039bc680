import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { limits } from '../../contract/limits.ts'
import type { Order, OrderInput } from '../../contract/orders.ts'
import { isQuantity } from '../../contract/quantity.ts'
import { orderReference } from '../../contract/reference.ts'
import { findFishes } from '../db/fishes.ts'
import type { Handle } from '../db/handle.ts'
import { buryKey } from '../db/idempotency-keys.ts'
import * as orders from '../db/orders.ts'
import { transact } from '../db/transact.ts'
import { keepUser } from '../db/users.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from '../http/outcome.ts'
import type { Listed } from '../http/paging.ts'
import { type ListQuery, listRows } from './lists.ts'
import { type Answered, oncePerKey } from './once.ts'
import { isoNow, type Shop } from './shop.ts'

/** An order as the contract shows it. */
export function toOrder(order: orders.StoredOrder): Order {
  return {
    _id: order.id,
    reference: order.reference,
    created_at: order.created_at,
    user: { _id: order.buyer_id, name: order.buyer_name, email: order.buyer_email },
    shippingAddress: {
      phone: order.phone,
      address: order.address,
      city: order.city,
      postalCode: order.postal_code,
      country: order.country,
    },
    orderItems: order.items.map((item) => ({
      fishe: item.fish_id,
      name: item.name,
      name_fr: item.name_fr,
      name_es: item.name_es,
      image: item.image,
      qty: item.qty,
    })),
  }
}

/** Copies names and pictures of the products as they are now; quantities are all that the client decides. */
async function copyItems(tx: Handle, input: OrderInput): Promise<Outcome<orders.StoredOrder['items']>> {
  const ids = [...new Set(input.orderItems.map((item) => item.fishe))]
  const fishes = new Map((await findFishes(tx, ids)).map((fish) => [fish.id, fish]))
  const missing: [string, string][] = []
  const items = input.orderItems.flatMap((item, at) => {
    const fish = fishes.get(item.fishe)
    if (!fish) missing.push([`orderItems.${at}.fishe`, 'This product is no longer in the shop.'])
    if (!fish) return []
    const names = { name: fish.trade_name, name_fr: fish.trade_name_fr, name_es: fish.trade_name_es }
    return [{ fish_id: fish.id, ...names, image: fish.image, qty: item.qty }]
  })
  return missing.length > 0 ? refuseFields(...missing) : done(items)
}

function wrongQuantities(input: OrderInput): [string, string][] {
  return input.orderItems.flatMap((item, at): [string, string][] =>
    isQuantity(item.qty) ? [] : [[`orderItems.${at}.qty`, 'The quantity must have at most 3 decimals.']],
  )
}

/**
 * Takes a request for a quote, exactly once per key, which becomes the order's id. It belongs to the user of the
 * token, whatever e-mail address the body names. Refuses with `invalid-fields` (also for products that are gone),
 * `account-gone` and what `oncePerKey` refuses with.
 */
export async function createOrder(
  shop: Shop,
  request: { userId: string; key: string | undefined; input: OrderInput; encode: (order: { data: Order }) => string },
): Promise<Answered | Refusal> {
  const { userId, key, input } = request
  const wrong = wrongQuantities(input)
  if (wrong.length > 0) return refuseFields(...wrong)
  const payload = { call: 'createOrder', ...input }
  return oncePerKey(shop, { key, owner: userId, payload, limit: { kind: 'order', who: userId } }, async (tx) => {
    const user = await keepUser(tx, userId)
    if (!user) return refuse('account-gone')
    const items = await copyItems(tx, input)
    if (!items.ok) return items
    const id = key ?? v7()
    const { postalCode, ...address } = input.shippingAddress
    const order: orders.StoredOrder = {
      id,
      reference: orderReference(id),
      created_at: isoNow(shop.clock),
      buyer_id: user.id,
      buyer_name: user.name,
      buyer_email: user.email,
      ...address,
      postal_code: postalCode,
      items: items.value,
    }
    // an order that came without a key has the id that this request uses as its key
    if (!(await orders.insertOrder(tx, order))) return refuse('key-reused')
    return done({ status: 201, text: request.encode({ data: toOrder(order) }) })
  })
}

/** An order for its buyer or an administrator; `not-found` for everybody else, so that its existence stays private. */
export async function findOrder(shop: Shop, id: string, user: { id: string; isAdmin: boolean }) {
  const order = await orders.findOrder(shop.db, id)
  if (order && (user.isAdmin || order.buyer_id === user.id)) return done(toOrder(order))
  return refuse('not-found', { detail: 'There is no such order.' })
}

/** The orders of one buyer, newest first, at most as many as a list for administrators has. */
export async function listOrdersOf(shop: Shop, buyerId: string): Promise<Order[]> {
  return (await orders.listOrdersOf(shop.db, buyerId, limits.unpagedRows)).map(toOrder)
}

/** Orders for administrators, newest first; a keyword looks at reference, buyer, place and products. */
export async function listOrders({ db }: Shop, query: ListQuery): Promise<Listed<Order>> {
  const terms = searchTerms(query.keyword ?? '')
  const listed = await listRows(query, await orders.ordersWith(db, terms))
  return { ...listed, rows: listed.rows.map(toOrder) }
}

/** Deletes an order and leaves a tombstone, so that a late retry revives nothing. Refuses with `not-found`. */
export async function deleteOrder(shop: Shop, id: string): Promise<Outcome<undefined>> {
  return transact(shop.db, async (tx) => {
    const order = await orders.findOrder(tx, id)
    if (!order || !(await orders.deleteOrder(tx, id))) return refuse('not-found', { detail: 'There is no such order.' })
    const tombstone = { id, owner_id: order.buyer_id, payload_hash: '', created_at: isoNow(shop.clock) }
    await buryKey(tx, tombstone)
    return done(undefined)
  })
}
