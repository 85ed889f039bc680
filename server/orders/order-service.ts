import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { articleKey, searchTerms } from '../../contract/catalogue-query.ts'
import { type InvalidField, isReference, orderReference } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Wishes } from '../../contract/offers.ts'
import { orderStates } from '../../contract/order-events.ts'
import type { Order, OrderCounts, OrderInput, ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { wrongQuantities } from '../../contract/texts/quantity.ts'
import { audit } from '../audit/audit.ts'
import { findFishes } from '../catalogue/fishes-table.ts'
import { type Db, deleteRows, isoNow, updateRows } from '../db/database.ts'
import { databaseFault } from '../db/dialect/database-errors.ts'
import { markKeyDeleted, withIdempotencyKey } from '../db/idempotency.ts'
import type { FishRow } from '../db/row-types.ts'
import { logDeletion, transactAs } from '../http/caller.ts'
import { allOf, countRows, listRows, searchConditions } from '../http/lists.ts'
import { Answer, answerList, type CallOf, type Handler, listHeaders } from '../http/pipeline.ts'
import { refuse, refuseFields, required } from '../http/refusal.ts'
import { forgetSubject } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { listKeysOf } from '../storage/order-files.ts'
import { dropFiles } from '../storage/uploads.ts'
import { isBuyerGone } from './order-event-service.ts'
import { mailRequest } from './order-mails.ts'
import { publishOrder, pushOrder } from './order-notices.ts'
import * as orders from './order-queries.ts'
import * as view from './order-view.ts'
import { findAsking } from './written-requests.ts'

const step = 10

/** The events of a thread from its beginning, as JSON without brackets. */
async function* wholeThread({ db }: ServiceDeps, orderId: string): AsyncGenerator<string> {
  let comma = ''
  for (let after = 0; ; ) {
    const events = await orders.listEventsAfter(db, orderId, { after, limit: step })
    if (events.length > 0) yield comma + events.map((event) => JSON.stringify(view.toEvent(event))).join(',')
    if (events.length < step) return
    comma = ','
    after = events.at(-1)?.seq ?? after
  }
}

/** All orders of a buyer with their whole threads, newest first: a JSON list without brackets, in pieces of some 100 KB at most. */
export async function* wholeOrdersOf(deps: ServiceDeps, buyerId: string): AsyncGenerator<string> {
  let comma = ''
  for (const id of await orders.listIdsOf(deps.db, buyerId)) {
    const stored = await orders.findOrder(deps.db, id)
    // deleted meanwhile
    if (!stored) continue
    const { events, earlier, currentOffer: _, ...order } = view.toOrder(stored, deps.clock.now())
    yield `${comma}${JSON.stringify(order).slice(0, -1)},"events":[`
    if (earlier) yield* wholeThread(deps, id)
    else yield JSON.stringify(events).slice(1, -1)
    yield ']}'
    comma = ','
  }
}

/** Removes a locked order and leaves a tombstone, so that a late retry does not create it again. */
async function erase(deps: ServiceDeps, tx: Db, order: orders.StoredOrder): Promise<void> {
  const { id, buyer_id } = order
  const at = isoNow(deps.clock)
  await orders.recordChange(tx, order, { at, isDeleted: true })
  await deleteRows(tx, 'shop_order', { id })
  await forgetSubject(tx, `order:${id}`)
  await markKeyDeleted(tx, { id, owner_id: buyer_id, payload_hash: '', created_at: at })
}

/** Turns a locked order into a copy for reading: both sides have made a deal. */
async function archive(deps: ServiceDeps, tx: Db, order: orders.StoredOrder): Promise<void> {
  const at = isoNow(deps.clock)
  await orders.recordChange(tx, order, { at })
  await deleteRows(tx, 'offer_link', { order_id: order.id })
  // no list of a state has those that are sealed
  await updateRows(tx, 'shop_order', { having: { id: order.id }, change: { state: 'sealed', sealed_at: at } })
}

/** Deletes an order. Of an accepted one a copy for reading stays, to which nothing can be added. */
export const deleteOrder: Handler<'deleteOrder'> = async (deps, { param: id, user: actor, query }) => {
  const files = await transactAs(deps, actor, async (tx) => {
    const order = required(await orders.lockOrder(tx, id), view.noOrder)
    if (order.sealed_at !== null) throw refuse('order-sealed')
    const isAccepted = order.state === 'accepted'
    if (isAccepted && !isReference(query.reference ?? '', order.reference)) throw refuse('reference-needed')
    const thing = { id, name: order.reference }
    const kind = isAccepted ? 'order-sealed' : 'order-deleted'
    const before = { buyer: order.buyer_name, state: order.state }
    await audit(deps, tx, { by: actor, kind, thing, before })
    const keys = isAccepted ? [] : await listKeysOf(tx, id)
    await (isAccepted ? archive : erase)(deps, tx, order)
    return keys
  })
  logDeletion(deps, { kind: 'order', id, actor })
  await dropFiles(deps, files)
}

interface RequestedItem extends Required<Omit<OrderInput['orderItems'][number], 'target'>> {
  target: number | null
  /** first index in the request */
  at: number
}

/** Merges items of the same product: adds their quantities, rounded to three decimals, and joins their notes. */
function mergeItems(input: OrderInput): RequestedItem[] {
  const unit = 10 ** limits.quantityDecimals
  const merged = new Map<string, RequestedItem>()
  for (const [at, { fishe, qty, note = '', target }] of input.orderItems.entries()) {
    const same = merged.get(fishe)
    if (same) {
      same.qty = Math.round((same.qty + qty) * unit) / unit
      same.note = [same.note, note].filter(Boolean).join('; ')
      same.target ??= target ?? null
    } else merged.set(fishe, { fishe, qty, note, target: target ?? null, at })
  }
  return [...merged.values()]
}

/** Copies current names, pictures and facts of the products; the client decides only quantities and notes. */
function copyItems(requested: readonly RequestedItem[], found: readonly FishRow[]): orders.StoredOrder['items'] {
  const fishes = new Map(found.map((fish) => [fish.id, fish]))
  const missing: InvalidField[] = []
  const items = requested.flatMap(({ fishe, qty, note, target, at }) => {
    const fish = fishes.get(fishe)
    if (!fish) missing.push({ path: `orderItems.${at}.fishe`, rule: 'productInShop' })
    if (!fish) return []
    return [{ ...view.copyOf(fish), qty, note, target }]
  })
  if (missing.length > 0) throw refuseFields(...missing)
  return items
}

function tooMuch(requested: readonly RequestedItem[]): InvalidField[] {
  const params = { limit: limits.quantityMax }
  const over = requested.filter(({ qty }) => qty > limits.quantityMax)
  return over.map(({ at }) => ({ path: `orderItems.${at}.qty`, rule: 'maximum', params }))
}

interface Asked extends Pick<orders.NewOrder, 'id' | 'created_at' | 'items'> {
  buyer: { id: string; name: string; email: string }
  written_by: string | null
  address: ShippingAddress
  language: Locale
  wishes: Wishes | undefined
  parties?: Parties
}

/** What the requests of a customer have in common: the company, in whatever case, or the buyer. As migration 055 has filled it. */
const customerOf = ({ id }: { id: string }, { company = '' }: Parties) => articleKey(company) || id

/** The row of a request that is made at a time. */
export const newOrder = ({ buyer, address, wishes = {}, parties = {}, ...order }: Asked): orders.NewOrder => ({
  ...{ ...order, reference: orderReference(order.id), postal_code: address.postalCode },
  ...{ phone: address.phone, address: address.address, city: address.city, country: address.country },
  ...{ buyer_id: buyer.id, buyer_name: buyer.name, buyer_email: buyer.email },
  ...{ wishes: JSON.stringify(wishes), parties: view.partiesText(parties), customer: customerOf(buyer, parties) },
  ...{ state: 'requested', expires_at: null, counter_until: null, version: 0, sealed_at: null, ...orders.nothingSaid },
})

/** An order as it was when it was made. */
const toNewOrder = (order: orders.NewOrder) => view.toOrderAfter({ ...order, events: [], offer: undefined })

/** Creates a request for a quote of the signed-in user, exactly once per key, its id. After `reference-taken` the client takes another key. */
export async function createOrder(
  deps: ServiceDeps,
  { user: caller, address, key, body: input, language }: CallOf<'createOrder'>,
): Promise<Answer<{ data: Order }>> {
  const requested = mergeItems(input)
  const wrong = [...wrongQuantities('orderItems', input.orderItems), ...tooMuch(requested)]
  if (!input.wishes?.currency && requested.some(({ target }) => target !== null))
    wrong.push({ path: 'wishes.currency', rule: 'required' })
  if (wrong.length > 0) throw refuseFields(...wrong)
  const payload = { call: 'createOrder', ...input }
  const rateLimits = [{ kind: 'order', who: caller.id } as const, { kind: 'orderAddress', who: address } as const]
  const rebuild = async (db: Db, id: string): Promise<{ data: Order }> => {
    return { data: toNewOrder(required(await orders.findOrder(db, id), refuse('order-deleted'))) }
  }
  const ids = requested.map(({ fishe }) => fishe)
  const keyed = { key, caller, payload, limits: rateLimits, rebuild }
  const creating = withIdempotencyKey(deps, keyed, async (tx) => {
    const { buyer, written_by } = await findAsking(deps, tx, { caller, input, language })
    const items = copyItems(requested, await findFishes(tx, ids))
    const id = key ?? v7()
    const now = isoNow(deps.clock)
    const order = newOrder({
      ...{ id, created_at: now, buyer, written_by, items, address: input.shippingAddress, wishes: input.wishes },
      ...{ language: input.language ?? language, parties: { ...view.readParties(buyer.parties), ...input.parties } },
    })
    await orders.insertOrder(tx, order)
    await mailRequest(deps, tx, order)
    await pushOrder(deps, tx, { order, to: 'desk', except: caller.id })
    await publishOrder(deps, tx, { types: ['order.created'], id })
    await orders.recordChange(tx, order, { at: now })
    return { data: toNewOrder(order) }
  })
  const answer = await creating.catch(async (error) => {
    if (databaseFault(error) !== 'unique') throw error
    // `key-reused`: the key of this request is the id of an order that was sent without a key
    throw refuse(key !== undefined && (await orders.findHead(deps.db, key)) ? 'key-reused' : 'reference-taken')
  })
  if (!answer.sent.isReplayed) deps.counts.orders++
  return answer
}

/** An order for its buyer or an administrator with the right `orders`; `not-found` for others, so that they cannot learn that it exists. */
export const getOrder: Handler<'getOrder'> = async (deps, { param, user }) => {
  const order = await orders.findOrder(deps.db, param)
  if (!order || !view.mayRead(order, user)) throw view.noOrder
  const isGone = await isBuyerGone(deps.db, order)
  return { ...view.toOrder(order, deps.clock.now()), ...(isGone && { buyerGone: true as const }) }
}

/** The orders of one buyer, newest first: a page, or without paging the newest. */
export const myOrders: Handler<'myOrders'> = async ({ db, clock }, { query, user }) => {
  const source = orders.listWhere(db, sql`buyer_id = ${user.id}`)
  const sizes = { largest: limits.ownOrdersPerPage, unpaged: limits.unpagedOrders }
  const listed = await listRows(query, source, (order) => view.toOrder(order, clock.now()), sizes)
  return new Answer({ data: listed.rows }, { headers: listHeaders('/api/orders/myorders/', query, listed) })
}

/** Orders for administrators, newest first, in all states or in some. A keyword searches reference, buyer, place, products. */
export const listOrders: Handler<'listOrders'> = async ({ db, clock }, { query }) => {
  const states = orderStates.filter((state) => query.state?.split(',').includes(state))
  const isFiltered = states.length > 0 && states.length < orderStates.length
  const inStates = states.map((state) => view.isInState(state, isoNow(clock)))
  const condition = allOf([
    ...searchConditions(searchTerms(query.keyword ?? '')),
    ...(isFiltered ? [sql<SqlBool>`(${sql.join(inStates, sql` or `)})`] : []),
  ])
  const listed = await listRows(query, orders.listWhere(db, condition), (order) => view.toOrder(order, clock.now()))
  return answerList('/api/orders/', query, listed)
}

export const orderCounts: Handler<'orderCounts'> = async ({ db, clock }) => {
  const now = isoNow(clock)
  const counted = orderStates.map(async (state) => [
    state,
    await countRows(db, 'shop_order', view.isInState(state, now)),
  ])
  // of each state
  return Object.fromEntries(await Promise.all(counted)) as OrderCounts
}
