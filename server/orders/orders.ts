import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import { limits } from '../../contract/limits.ts'
import { pickFacts } from '../../contract/line-facts.ts'
import type { Locale } from '../../contract/locales.ts'
import { type OrderState, orderStates } from '../../contract/order-state.ts'
import type { Order, OrderCounts, OrderInput } from '../../contract/orders.ts'
import { orderReference } from '../../contract/reference.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { holdUser } from '../accounts/users-table.ts'
import { type FishRead, findFishes } from '../catalogue/fishes-table.ts'
import type { Caller, SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { databaseFault } from '../platform/db/dialect/errors.ts'
import type { Handle } from '../platform/db/handle.ts'
import { allOf, countRows, type LongList, type Slice, searchConditions } from '../platform/db/long-list.ts'
import { withIdempotencyKey } from '../platform/idempotency.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { type Answer, refuse, refuseFields } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { recordChange } from './order-changes.ts'
import { isBuyerGone, mayRead } from './order-events.ts'
import { mailRequest } from './order-mails.ts'
import { publishOrder, pushOrder } from './order-notices.ts'
import { addressColumns, noOrder, partiesText, readParties, toOrder, toOrderAfter } from './order-view.ts'
import * as orders from './orders-table.ts'
import { listByIds, type StoredOrder } from './orders-table.ts'

/** Number of orders in each state; those with an expired offer count as `expired`. */
async function countStates(db: Handle, now: string): Promise<Map<string, number>> {
  const states = db.query.selectFrom('shop_order').select((eb) => ['state', eb.fn.countAll<number>().as('count')])
  const counts = new Map<string, number>()
  for (const { state, count } of await states.groupBy('state').execute()) counts.set(state, Number(count))
  const expired = await countRows(db, 'shop_order', sql`state = 'offered' and expires_at <= ${now}`)
  return counts.set('expired', expired).set('offered', (counts.get('offered') ?? 0) - expired)
}

/** A condition for the orders in one state; an offer that has expired at `now` counts as `expired`. */
function isInState(state: string, now: string): RawBuilder<SqlBool> {
  if (state === 'expired') return sql`(state = 'offered' and expires_at <= ${now})`
  return state === 'offered' ? sql`(state = 'offered' and expires_at > ${now})` : sql`state = ${state}`
}

interface OrderFilter {
  terms: readonly string[]
  /** all without it */
  states?: readonly string[] | undefined
  now: string
}

/** The orders whose text has all terms, in all states or in some, newest first. */
function searchOrders(db: Handle, { terms, states, now }: OrderFilter): LongList<StoredOrder> {
  const inStates = states?.map((state) => isInState(state, now))
  const condition = allOf([
    ...searchConditions(terms),
    ...(inStates ? [sql<SqlBool>`(${sql.join(inStates, sql` or `)})`] : []),
  ])
  const where = condition ? sql`where ${condition}` : sql``
  return {
    count: () => countRows(db, 'shop_order', condition),
    // sorts and skips ids alone; reads whole orders of one page only
    rows: ({ offset, limit }) =>
      listByIds(
        db,
        sql<string>`(select id from shop_order ${where} order by created_at desc, id desc limit ${limit} offset ${offset})`,
      ),
  }
}

interface RequestedItem extends Required<OrderInput['orderItems'][number]> {
  /** first index in the request */
  at: number
}

/** Merges items of the same product: adds their quantities, rounded to three decimals, and joins their notes. */
function mergeItems(input: OrderInput): RequestedItem[] {
  const unit = 10 ** limits.quantityDecimals
  const merged = new Map<string, RequestedItem>()
  for (const [at, { fishe, qty, note = '' }] of input.orderItems.entries()) {
    const same = merged.get(fishe)
    if (same) {
      same.qty = Math.round((same.qty + qty) * unit) / unit
      same.note = [same.note, note].filter(Boolean).join('; ')
    } else merged.set(fishe, { fishe, qty, note, at })
  }
  return [...merged.values()]
}

/** Copies current names, pictures and facts of the products; the client decides only quantities and notes. */
function copyItems(requested: readonly RequestedItem[], found: readonly FishRead[]): orders.StoredOrder['items'] {
  const fishes = new Map(found.map((fish) => [fish.id, fish]))
  const missing: InvalidField[] = []
  const items = requested.flatMap(({ fishe, qty, note, at }) => {
    const fish = fishes.get(fishe)
    if (!fish) missing.push({ path: `orderItems.${at}.fishe`, rule: 'productInShop' })
    if (!fish) return []
    const names = { name: fish.trade_name, name_fr: fish.trade_name_fr, name_es: fish.trade_name_es }
    return [{ fish_id: fish.id, ...names, ...pickFacts(fish), image: fish.image, qty, note }]
  })
  if (missing.length > 0) throw refuseFields(...missing)
  return items
}

function wrongQuantities(input: OrderInput): InvalidField[] {
  const params = { limit: limits.quantityDecimals }
  return input.orderItems.flatMap((item, at): InvalidField[] =>
    isQuantity(item.qty) ? [] : [{ path: `orderItems.${at}.qty`, rule: 'decimals', params }],
  )
}

function tooMuch(requested: readonly RequestedItem[]): InvalidField[] {
  const params = { limit: limits.quantityMax }
  const over = requested.filter(({ qty }) => qty > limits.quantityMax)
  return over.map(({ at }) => ({ path: `orderItems.${at}.qty`, rule: 'maximum', params }))
}

/** An order as it was when it was made. */
const toNewOrder = (order: orders.NewOrder) => toOrderAfter({ ...order, events: [], offer: undefined })

/**
 * Creates a request for a quote, exactly once per key, which becomes the order's id. It belongs to the signed-in user,
 * whatever e-mail address the body has. Refuses with `invalid-fields` (also for deleted products), `account-gone`,
 * `reference-taken` (the client retries with another key) and like `withIdempotencyKey`.
 */
export async function createOrder(
  deps: ServiceDeps,
  request: {
    caller: Caller
    /** the caller's address group */
    address: string
    key: string | undefined
    input: OrderInput
    /** of the call, in case the request has none */
    language: Locale
  },
): Promise<Answer<{ data: Order }>> {
  const { caller, address, key, input } = request
  const requested = mergeItems(input)
  const wrong = [...wrongQuantities(input), ...tooMuch(requested)]
  if (wrong.length > 0) throw refuseFields(...wrong)
  const payload = { call: 'createOrder', ...input }
  const rateLimits = [{ kind: 'order', who: caller.id } as const, { kind: 'orderAddress', who: address } as const]
  const rebuild = async (db: Handle, id: string): Promise<{ data: Order }> => {
    const order = await orders.findOrder(db, id)
    if (!order) throw refuse('order-deleted')
    return { data: toNewOrder(order) }
  }
  const ids = requested.map(({ fishe }) => fishe)
  const keyed = { key, caller, payload, limits: rateLimits, rebuild }
  const creating = withIdempotencyKey(deps, keyed, async (tx) => {
    const user = await holdUser(tx, caller.id)
    if (!user) throw refuse('account-gone')
    const items = copyItems(requested, await findFishes(tx, ids))
    const id = key ?? v7()
    const now = isoNow(deps.clock)
    const order: orders.NewOrder = {
      id,
      reference: orderReference(id),
      created_at: now,
      buyer_id: user.id,
      buyer_name: user.name,
      buyer_email: user.email,
      ...addressColumns(input.shippingAddress),
      items,
      language: input.language ?? request.language,
      wishes: JSON.stringify(input.wishes ?? {}),
      parties: partiesText({ ...readParties(user.parties), ...input.parties }),
      state: 'requested',
      expires_at: null,
      version: 0,
      sealed_at: null,
      ...orders.nothingSaid,
    }
    await orders.insertOrder(tx, order)
    await mailRequest(deps, tx, order)
    await pushOrder(deps, tx, { order, to: 'desk', except: order.buyer_id })
    await publishOrder(deps, tx, { type: 'order.created', id })
    await recordChange(tx, order, { at: now })
    return { data: toNewOrder(order) }
  })
  const answer = await creating.catch(async (error) => {
    if (databaseFault(error) !== 'unique') throw error
    // `key-reused`: the key of this request is the id of an order that was sent without a key
    throw refuse(key !== undefined && (await orders.hasOrder(deps.db, key)) ? 'key-reused' : 'reference-taken')
  })
  if (!answer.sent.isReplayed) deps.counts.orders++
  return answer
}

/** An order for its buyer or an administrator with the right `orders`; `not-found` for others, so that they cannot learn that it exists. */
export async function findOrder(deps: ServiceDeps, id: string, user: Pick<SessionUser, 'id' | 'rights'>) {
  const order = await orders.findOrder(deps.db, id)
  if (!order || !mayRead(order, user)) throw noOrder
  const isGone = await isBuyerGone(deps.db, order)
  return { ...toOrder(order, deps.clock.now()), ...(isGone && { buyerGone: true as const }) }
}

/** The orders of one buyer, newest first: a page, or without paging the newest. */
export async function listOrdersOf(
  { db, clock }: ServiceDeps,
  buyerId: string,
  query: Pick<ListQuery, 'page' | 'per_page'>,
): Promise<Listed<Order>> {
  const source = {
    count: () => orders.countOrdersOf(db, buyerId),
    rows: (slice: Slice) => orders.listOrdersOf(db, buyerId, slice),
  }
  const sizes = { largest: limits.ownOrdersPerPage, unpaged: limits.unpagedOrders }
  const listed = await listRows(query, source, sizes)
  return { ...listed, rows: listed.rows.map((order) => toOrder(order, clock.now())) }
}

/** Orders for administrators, newest first, in all states or in some. A keyword searches reference, buyer, place, products. */
export async function listOrders(
  { db, clock }: ServiceDeps,
  query: ListQuery & { states?: readonly OrderState[] | undefined },
): Promise<Listed<Order>> {
  const terms = searchTerms(query.keyword ?? '')
  const states = new Set(query.states)
  const isFiltered = states.size > 0 && states.size < orderStates.length
  const filter = { terms, states: isFiltered ? [...states] : undefined, now: isoNow(clock) }
  const listed = await listRows(query, searchOrders(db, filter))
  return { ...listed, rows: listed.rows.map((order) => toOrder(order, clock.now())) }
}

/** Number of orders in each state. */
export async function countOrders({ db, clock }: ServiceDeps): Promise<OrderCounts> {
  const none = { requested: 0, offered: 0, accepted: 0, declined: 0, expired: 0, closed: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(await countStates(db, isoNow(clock))) }
}
