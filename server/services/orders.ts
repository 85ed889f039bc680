import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { isDay } from '../../contract/offer-terms.ts'
import { type OrderState, orderStates } from '../../contract/order-state.ts'
import type { Order, OrderCounts, OrderInput } from '../../contract/orders.ts'
import { isQuantity } from '../../contract/quantity.ts'
import { orderReference } from '../../contract/reference.ts'
import { findFishes } from '../db/fishes.ts'
import type { Handle } from '../db/handle.ts'
import { buryKey } from '../db/idempotency-keys.ts'
import { insertOrderTombstone, raiseFeed } from '../db/order-feed.ts'
import * as orderList from '../db/order-list.ts'
import * as orders from '../db/orders.ts'
import { transact } from '../db/transact.ts'
import { holdUser } from '../db/users.ts'
import { changesOf, recordActions } from './admin-log.ts'
import { type Answered, withIdempotencyKey } from './idempotency.ts'
import { type Listed, type ListQuery, listRows } from './lists.ts'
import { mailRequest } from './order-mails.ts'
import { pushRequest } from './order-pushes.ts'
import { toOrder, toOrderAt } from './order-view.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from './outcome.ts'
import { type Actor, logDeletion } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'

interface AskedItem {
  fishe: string
  qty: number
  note: string
  /** its first place in the request */
  at: number
}

/** Equal products become one item with the sum of their quantities and all their notes; tonnes have three decimals. */
function mergeItems(input: OrderInput): AskedItem[] {
  const unit = 10 ** limits.quantityDecimals
  const merged = new Map<string, AskedItem>()
  for (const [at, { fishe, qty, note = '' }] of input.orderItems.entries()) {
    const known = merged.get(fishe)
    if (known) {
      known.qty = Math.round((known.qty + qty) * unit) / unit
      known.note = [known.note, note].filter(Boolean).join('\n')
    } else merged.set(fishe, { fishe, qty, note, at })
  }
  return [...merged.values()]
}

/** Copies names and pictures of the products as they are now; quantities are all that the client decides. */
async function copyItems(tx: Handle, asked: readonly AskedItem[]): Promise<Outcome<orders.StoredOrder['items']>> {
  const found = await findFishes(
    tx,
    asked.map(({ fishe }) => fishe),
  )
  const fishes = new Map(found.map((fish) => [fish.id, fish]))
  const missing: InvalidField[] = []
  const items = asked.flatMap(({ fishe, qty, note, at }) => {
    const fish = fishes.get(fishe)
    if (!fish) missing.push({ path: `orderItems.${at}.fishe`, rule: 'productInShop' })
    if (!fish) return []
    const names = { name: fish.trade_name, name_fr: fish.trade_name_fr, name_es: fish.trade_name_es }
    return [{ fish_id: fish.id, ...names, image: fish.image, qty, note }]
  })
  return missing.length > 0 ? refuseFields(...missing) : done(items)
}

function wrongQuantities(input: OrderInput): InvalidField[] {
  const params = { limit: limits.quantityDecimals }
  return input.orderItems.flatMap((item, at): InvalidField[] =>
    isQuantity(item.qty) ? [] : [{ path: `orderItems.${at}.qty`, rule: 'decimals', params }],
  )
}

function wrongWishes({ wishes }: OrderInput): InvalidField[] {
  const { neededBy } = wishes ?? {}
  return neededBy === undefined || isDay(neededBy) ? [] : [{ path: 'wishes.neededBy', rule: 'day' }]
}

function tooMuch(asked: readonly AskedItem[]): InvalidField[] {
  const params = { limit: limits.quantityMax }
  const over = asked.filter(({ qty }) => qty > limits.quantityMax)
  return over.map(({ at }) => ({ path: `orderItems.${at}.qty`, rule: 'maximum', params }))
}

/**
 * Takes a request for a quote, exactly once per key, which becomes the order's id. It belongs to the user of the
 * token, whatever e-mail address the body names. Equal products become one item. Refuses with `invalid-fields` (also for products that are gone),
 * `account-gone`, `reference-taken` (send it again under another key) and what `withIdempotencyKey` refuses with.
 */
export async function createOrder(
  shop: Shop,
  request: {
    userId: string
    /** group of addresses that the call comes from */
    address: string
    key: string | undefined
    input: OrderInput
    /** of the call, where the request names none */
    language: Locale
    encode: (order: { data: Order }) => string
  },
): Promise<Answered | Refusal> {
  const { userId, address, key, input } = request
  const asked = mergeItems(input)
  const wrong = [...wrongQuantities(input), ...tooMuch(asked), ...wrongWishes(input)]
  if (wrong.length > 0) return refuseFields(...wrong)
  const payload = { call: 'createOrder', ...input }
  const shares = [{ kind: 'order', who: userId } as const, { kind: 'orderAddress', who: address } as const]
  const rebuild = async (db: Handle, id: string): Promise<Outcome<string>> => {
    const order = await orders.findOrder(db, id)
    return order ? done(request.encode({ data: toOrderAt(order, 0) })) : refuse('order-deleted')
  }
  return withIdempotencyKey(shop, { key, owner: userId, payload, limits: shares, rebuild }, async (tx) => {
    const user = await holdUser(tx, userId)
    if (!user) return refuse('account-gone')
    const items = await copyItems(tx, asked)
    if (!items.ok) return items
    const id = key ?? v7()
    const { postalCode, ...place } = input.shippingAddress
    const now = isoNow(shop.clock)
    const order: orders.NewOrder = {
      id,
      reference: orderReference(id),
      created_at: now,
      buyer_id: user.id,
      buyer_name: user.name,
      buyer_email: user.email,
      ...place,
      postal_code: postalCode,
      items: items.value,
      language: input.language ?? request.language,
      wishes: JSON.stringify(input.wishes ?? {}),
      state: 'requested',
      expires_at: null,
      version: 0,
      feed_seq: await raiseFeed(tx),
      changed_at: now,
    }
    // an order that came without a key has the id that this request uses as its key
    if (!(await orders.insertOrder(tx, order)))
      return refuse((await orders.hasOrder(tx, id)) ? 'key-reused' : 'reference-taken')
    await mailRequest(shop, tx, order)
    await pushRequest(shop, tx, order)
    return done({ status: 201, text: request.encode({ data: toOrderAt({ ...order, events: [] }, 0) }) })
  })
}

/** An order for its buyer or an administrator; `not-found` for everybody else, so that its existence stays private. */
export async function findOrder(shop: Shop, id: string, user: { id: string; isAdmin: boolean }) {
  const order = await orders.findOrder(shop.db, id)
  if (order && (user.isAdmin || order.buyer_id === user.id)) return done(toOrder(order, shop.clock.now()))
  return refuse('not-found', { detail: 'There is no such order.' })
}

/**
 * The orders of one buyer, newest first: a page of them, or without one the newest that have together at most
 * `limits.ownOrderItems` items.
 */
export async function listOrdersOf(
  { db, clock }: Shop,
  buyerId: string,
  query: Pick<ListQuery, 'page' | 'per_page'>,
): Promise<Listed<Order>> {
  const shown = (rows: orders.StoredOrder[]) => rows.map((order) => toOrder(order, clock.now()))
  const total = await orders.countOrdersOf(db, buyerId)
  const perPage = query.per_page ?? limits.ownOrdersPerPage
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (query.page === undefined && query.per_page === undefined) {
    const most = { orders: limits.unpagedRows, items: limits.ownOrderItems }
    const rows = await orders.listNewestOf(db, buyerId, most)
    const page = rows.length === total ? pages : Math.floor(rows.length / perPage)
    return { rows: shown(rows), page, perPage, pages, total }
  }
  const page = Math.min(query.page ?? 1, pages)
  const rows = await orders.listOrdersOf(db, buyerId, { offset: (page - 1) * perPage, limit: perPage })
  return { rows: shown(rows), page, perPage, pages, total }
}

/**
 * Orders for administrators, newest first, of all states or of some; a keyword looks at reference, buyer, place and
 * products.
 */
export async function listOrders(
  { db, clock }: Shop,
  query: ListQuery & { states?: readonly OrderState[] | undefined },
): Promise<Listed<Order>> {
  const terms = searchTerms(query.keyword ?? '')
  const states = new Set(query.states)
  const isFiltered = states.size > 0 && states.size < orderStates.length
  const filter = { terms, states: isFiltered ? [...states] : undefined, now: isoNow(clock) }
  const listed = await listRows(query, await orderList.listOrders(db, filter))
  return { ...listed, rows: listed.rows.map((order) => toOrder(order, clock.now())) }
}

/** How many requests are in each state. */
export async function countOrders({ db, clock }: Shop): Promise<OrderCounts> {
  const none = { requested: 0, offered: 0, accepted: 0, declined: 0, expired: 0, closed: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(await orderList.countStates(db, isoNow(clock))) }
}

/** Deletes an order and leaves a tombstone, so that a late retry revives nothing. Refuses with `not-found`. */
export async function deleteOrder(shop: Shop, id: string, actor: Actor): Promise<Outcome<undefined>> {
  const deleted = await transact<Outcome<undefined>>(shop.db, async (tx) => {
    const order = await orders.lockOrder(tx, id)
    if (!order || !(await orders.deleteOrder(tx, id))) return refuse('not-found', { detail: 'There is no such order.' })
    const tombstone = { id, owner_id: order.buyer_id, payload_hash: '', created_at: isoNow(shop.clock) }
    await buryKey(tx, tombstone)
    const changes = changesOf('order', { buyer: order.buyer_name, state: order.state }, undefined)
    const thing = { id, name: order.reference }
    await recordActions(shop, tx, [{ by: actor, kind: 'order-deleted', thing, changes }])
    await insertOrderTombstone(tx, { id, buyer_id: order.buyer_id, feed_seq: await raiseFeed(tx) })
    return done(undefined)
  })
  if (deleted.ok) logDeletion(shop, { kind: 'order', id, actor })
  return deleted
}
