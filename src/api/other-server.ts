import type * as v from 'valibot'
import { rights } from '../../contract/accounts.ts'
import type { CallName } from '../../contract/calls.ts'
import { pageOf } from '../../contract/catalogue-query.ts'
import { orderReference } from '../../contract/fields.ts'
import type { Review, ReviewInput } from '../../contract/fishes.ts'
import { addressFields, type OrderInput } from '../../contract/orders.ts'
import { isProductField } from '../../contract/product-fields.ts'
import { headers as names } from '../../contract/service.ts'
import { isRecord, isYes, type JsonRecord, readText } from '../lib/record.ts'
import { decodeOrSame } from '../lib/search-params.ts'
import {
  type Answer,
  type AnswerOf,
  ConnectionError,
  contentOf,
  type Exchange,
  type Fetch,
  mediaType,
  type Outgoing,
  readAnswer,
  shapeOf,
} from './exchange.ts'

/*
 * Another server of the specification does not mark its answers and has neither idempotency keys nor feeds. With
 * `VITE_API_MARK=off`, this part makes it look like ours to the rest of the app.
 */

type Shape = v.GenericSchema & { entries?: Record<string, Shape>; item?: Shape; wrapped?: Shape }

/** Names under which other servers send what has another name in ours, beside `trade_name` for `name`. */
const otherNames: Record<string, readonly string[]> = {
  _id: ['id'],
  fishe: ['fish', 'product'],
  trade_name: ['name'],
  email: ['username'],
  created_at: ['createdAt'],
}

/** A time as ISO 8601 in UTC; empty for anything else. A time without a zone counts as UTC. */
export function readTime(value: unknown): string {
  const text = readText(value).trim()
  const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  return Number.isNaN(Date.parse(zoned)) ? '' : new Date(zoned).toISOString()
}

/** A member under its own name, or under the first of the others that is there. */
function member(record: JsonRecord, name: string): unknown {
  const all = [name, ...(otherNames[name] ?? [`trade_${name}`])].map((each) => record[each] ?? undefined)
  const value = all.find((each) => each !== undefined)
  return name.endsWith('_at') ? readTime(value) : value
}

/** Numbers sent as texts, texts sent as numbers, `1` for true and other names, wherever a shape has a member. */
function shapeLike(shape: Shape, value: unknown): unknown {
  if (shape.wrapped) return value === '' ? undefined : shapeLike(shape.wrapped, value)
  if (shape.type === 'string') return isRecord(value) ? readText(member(value, '_id')) : readText(value)
  if (shape.type === 'number') return typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (shape.type === 'boolean') return isYes(value)
  const { item, entries } = shape
  if (item) return Array.isArray(value) ? value.map((each) => shapeLike(item, each)) : value
  if (!entries || !isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) => {
      const given = member(value, name)
      const isNull = entry.type === 'nullable' && value[name] === null
      const fitting = isNull ? null : given === undefined ? undefined : shapeLike(entry, given)
      // an optional field of a product that is 0 is not there
      return fitting === undefined || (fitting === 0 && isProductField(name)) ? [] : [[name, fitting]]
    }),
  )
}

/** The list in an answer: bare, or under one of `names`, or under `data`, `results` or `items`. */
function listIn(json: unknown, names: readonly string[] = []): unknown {
  if (Array.isArray(json) || !isRecord(json)) return json
  const found = [...names, 'data', 'results', 'items'].map((name) => json[name]).find(Array.isArray)
  return found ?? (isRecord(json.data) ? listIn(json.data, names) : json)
}

const each = (list: unknown, change: (row: JsonRecord) => JsonRecord, ofText = (row: unknown): unknown => row) =>
  Array.isArray(list) ? list.map((row: unknown) => (isRecord(row) ? change(row) : ofText(row))) : list

const fish = (row: JsonRecord): JsonRecord => ({
  ...row,
  type: readText(row.type).toLowerCase() === 'seafood' ? 'seafood' : 'fish',
  rating: Math.min(5, Math.max(0, Number(row.rating) || 0)),
})

/** Servers without rights know only administrators, who may do everything. */
function user(row: JsonRecord): JsonRecord {
  const may = Array.isArray(row.rights) ? row.rights : isYes(row.isAdmin) ? rights : []
  return { ...row, rights: may, isAdmin: may.length > 0 }
}

/** `{data: {…, token}}`, `{data: {user: {…}, token}}`, the same without `data`, or with the token beside it. */
function userWithToken(json: unknown): unknown {
  const data = contentOf(json)
  if (!isRecord(data) || !isRecord(json)) return json
  const inner = isRecord(data.user) ? data.user : data
  const token = data.token ?? inner.token ?? json.token
  return user({ ...inner, isAdmin: inner.isAdmin ?? data.isAdmin, token })
}

function order(row: JsonRecord): JsonRecord {
  const buyer = isRecord(row.user) ? row.user : {}
  return {
    ...row,
    reference: readText(row.reference) || orderReference(readText(member(row, '_id'))),
    user: { ...buyer, email: readText(buyer.email) || readText(row.userEmail) },
    orderItems: listIn(row.orderItems),
  }
}

type Query = { page?: number; per_page?: number; keyword?: string; since?: string }

/** A page of a list of products or reviews, under the first of `names`; one that came whole is paged here. */
const inPages =
  (change: (row: JsonRecord) => JsonRecord, names: [string, ...string[]]) => (json: unknown, query: Query) => {
    const list = each(listIn(json, names), change)
    const given = { ...(isRecord(json) && json), [names[0]]: list }
    if (!Array.isArray(list)) return given
    const { rows, ...whole } = pageOf(list, query.page ?? 1, query.per_page ?? (list.length || 1))
    if (given.pages === undefined) return { ...given, ...whole, [names[0]]: rows }
    return { page: query.page ?? 1, total: list.length, ...given }
  }

const inData = (change: (row: JsonRecord) => unknown) => (json: unknown) => {
  const data = contentOf(json)
  return isRecord(data) ? change(data) : data
}
const inList = (change: (row: JsonRecord) => JsonRecord, names: string[]) => (json: unknown) =>
  each(listIn(json, names), change)
const detail = inData((row) => fish({ ...row, reviews: Array.isArray(row.reviews) ? row.reviews : [] }))

/** What the calls of the specification need besides fitting members. */
const others: { [N in CallName]?: (json: unknown, query: Query) => unknown } = {
  listFish: inPages(fish, ['fishes', 'fish', 'products']),
  topFishes: inList(fish, ['fishes', 'fish', 'products']),
  fishesByType: inPages(fish, ['fish', 'fishes', 'products']),
  countFish: (json) => (isRecord(contentOf(json)) ? contentOf(json) : { count: contentOf(json) }),
  getFish: detail,
  createFish: detail,
  updateFish: detail,
  uploadPicture: inData(({ image }) => image),
  listReviews: inPages((row) => row, ['reviews']),
  register: userWithToken,
  login: userWithToken,
  updateProfile: userWithToken,
  getUser: inData(user),
  updateUser: inData(user),
  listUsers: inList(user, ['users']),
  listOrders: inList(order, ['orders']),
  myOrders: inList(order, ['orders']),
  getOrder: inData(order),
  createOrder: inData(order),
  // the specification does not show this answer
  subscribe: (json) => (isRecord(contentOf(json)) ? contentOf(json) : {}),
  listMessages: (json) => listIn(json, ['messages']),
  listSubscribers: (json) =>
    each(
      listIn(json, ['subscribers']),
      (row) => ({ ...row, _id: row._id ?? row.email }),
      (email) => ({ email, _id: email }),
    ),
}

/** The answer of another server to a call, in our shape where that can be made of it. */
export function inOurShape(name: CallName, json: unknown, query: Query = {}): unknown {
  const change = others[name]
  const shape = change && shapeOf(name)
  // the shapes that are walked have no other parts
  return shape ? shapeLike(shape as Shape, change(json, query)) : json
}

/** The answer of a call as its screens get it, one page of a list that came whole. */
function shaped(name: CallName, answer: Answer, query: Query): Answer {
  const json = inOurShape(name, answer.json, query)
  const { page, per_page = 0, keyword = '' } = query
  if (!Array.isArray(json) || answer.total !== undefined || page === undefined) return { ...answer, json }
  const wanted = keyword.trim().toLowerCase()
  const found = json.filter((row) => JSON.stringify(Object.values(row)).toLowerCase().includes(wanted))
  const { rows, total } = pageOf(found, page, per_page)
  return { ...answer, json: rows, total }
}

/** Whether an order has the products, tonnes and address that were sent at `at` and is not a day older: clocks differ. */
const isSame = (order: AnswerOf<'getOrder'>, { orderItems, shippingAddress }: OrderInput, at: number): boolean =>
  order.orderItems.length === orderItems.length &&
  orderItems.every((sent) =>
    order.orderItems.some(
      // an entry's items have the product's name too (src/sync/kinds.ts)
      ({ fishe, name, qty }) => qty === sent.qty && (fishe === sent.fishe || ('name' in sent && name === sent.name)),
    ),
  ) &&
  addressFields.every((field) => order.shippingAddress[field].trim() === shippingAddress[field].trim()) &&
  !(Date.parse(order.created_at) < at - 86_400_000)

/** The answer to an earlier, unanswered try: without keys, the server would store an order again, and refuse a review. */
async function lookUp(ask: Exchange, name: CallName, out: Outgoing): Promise<Answer | undefined> {
  const { body, params, token, timeout, key, earlier } = out
  const isOrder = name === 'createOrder'
  if (!earlier || !(isOrder || name === 'createReview')) return undefined
  const answer = await (isOrder ? ask('myOrders', { token, timeout }) : ask('getFish', { params, timeout }))
  if ([401, 404].includes(answer.status)) return answer.status === 401 ? answer : undefined
  const orders = isOrder ? readAnswer('myOrders', answer.json) : []
  const reviews = isOrder ? [] : readAnswer('getFish', answer.json)?.reviews
  if (answer.status !== 200 || !orders || !reviews) throw new ConnectionError('untrusted', { status: answer.status })
  const textOf = ({ rating, comment = '' }: Partial<ReviewInput>) => `${rating} ${comment.trim()}`
  const isOwn = (review: Review) => review.name === earlier.by && textOf(review) === textOf(body as ReviewInput)
  if (reviews.some(isOwn)) return { ...answer, key, json: { _id: key } }
  const others = await earlier.delivered()
  const found = orders.find((order) => !others.has(order._id) && isSame(order, body as OrderInput, earlier.at))
  return found && { ...answer, key, json: found }
}

/** The feed of orders, of a server that has only the list: each pull fills it anew. Its second step follows within ten seconds. */
async function feedOfOrders(ask: Exchange, { query, isStaff, ...out }: Outgoing): Promise<Answer> {
  const since = Number((query as Query).since ?? Number.NaN)
  const reset = Math.abs(Date.now() - since) > 10_000
  const step = { changed: [], deleted: [], next: String(since), more: false, reset }
  if (!Number.isNaN(since)) return { status: 200, json: step, type: 'application/json', isShops: true }
  const answer = await ask(isStaff ? 'listOrders' : 'myOrders', out)
  const isOk = answer.status === 200
  return isOk ? { ...answer, json: { ...step, changed: answer.json, next: String(Date.now()) } } : answer
}

/** Makes the calls of another server like those of ours. */
export const likeOurs = (exchange: Exchange): Exchange =>
  async function ask(name, { version: _, ...out }) {
    // it has no such call, and answers this one
    if (name === 'health') return exchange('topFishes', out)
    if (name === 'orderChanges') return feedOfOrders(ask, out)
    const answer = (await lookUp(ask, name, out)) ?? (await exchange(name, out))
    const isDone = answer.status >= 200 && answer.status < 300
    // the specification does not show the answers to these
    if (name === 'logout') return { ...answer, isShops: true }
    if (isDone && (name === 'createReview' || name === 'sendContact'))
      return { ...answer, json: { _id: out.key ?? '' } }
    // an e-mail service refuses in plain text
    if (name === 'sendContact') return { ...answer, json: answer.json ?? {} }
    return isDone && answer.json !== undefined ? shaped(name, answer, out.query ?? {}) : answer
  }

/** Marks the answers of another server, and adds the XSRF token of specification section 9. HTML comes from a captive portal or a proxy. */
export const marked =
  (fetch: Fetch): Fetch =>
  async (address, init) => {
    const headers = new Headers(init?.headers)
    // neither the worker nor its types have a `document`
    const { cookie = '' } = (globalThis as { document?: { cookie?: string } }).document ?? {}
    const xsrf = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1]
    if (xsrf !== undefined) headers.set('x-xsrf-token', decodeOrSame(xsrf))
    const response = await fetch(address, { ...init, headers })
    if (mediaType(response.headers) === 'text/html') return response
    const proof = new Headers(response.headers)
    proof.set(names.shop, '1')
    if (headers.has(names.key)) proof.set(names.key, headers.get(names.key) ?? '')
    return new Response(response.body, { status: response.status, headers: proof })
  }

/** Of an app for another server; undefined in one whose server is ours. */
export const otherServer = import.meta.env.VITE_API_MARK === 'off' ? { likeOurs, marked } : undefined
