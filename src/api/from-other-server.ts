import type * as v from 'valibot'
import { rights } from '../../contract/accounts.ts'
import type { CallName } from '../../contract/calls.ts'
import { orderReference } from '../../contract/fields.ts'
import { isProductField } from '../../contract/product-fields.ts'
import { isRecord, isYes, type JsonRecord, readText } from '../lib/record.ts'
import { shapeOf } from './read-answer.ts'
import { contentOf } from './read-shape.ts'

/*
 * Other servers that follow the specification answer in more than one way. Here their answers get our shape; nothing else
 * in the app knows of them, except for the outbox's proof of delivery.
 */

/** The parts of a schema that are walked here. */
type Shape = v.GenericSchema & { entries?: Record<string, Shape>; item?: Shape; wrapped?: Shape }

/** Names under which other servers send what has another name in ours. */
const otherNames: Record<string, readonly string[]> = {
  _id: ['id'],
  fishe: ['fish', 'product'],
  name: ['trade_name'],
  name_fr: ['trade_name_fr'],
  name_es: ['trade_name_es'],
  trade_name: ['name'],
  email: ['username'],
  created_at: ['createdAt'],
}
const times = ['created_at', 'updated_at', 'last_used_at']

/** A time as ISO 8601 in UTC; empty for anything else. A time without a zone counts as UTC. */
export function readTime(value: unknown): string {
  const text = readText(value).trim()
  const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  const time = new Date(zoned)
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

/** A number that was sent as a text (`"12"`, `"2.5"`). */
function readNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value
}

/** A member under its own name, or under the first of the others that is there. */
function member(record: JsonRecord, name: string): unknown {
  const found = [name, ...(otherNames[name] ?? [])].find((each) => record[each] !== undefined && record[each] !== null)
  const value = found === undefined ? undefined : record[found]
  return times.includes(name) ? readTime(value) : value
}

/** Numbers sent as texts, texts sent as numbers, `1` for true and other names, wherever a shape has a member. */
function shapeLike(shape: Shape, value: unknown): unknown {
  if (shape.wrapped) return value === '' ? undefined : shapeLike(shape.wrapped, value)
  if (shape.type === 'string') return isRecord(value) ? readText(member(value, '_id')) : readText(value)
  if (shape.type === 'number') return readNumber(value)
  if (shape.type === 'boolean') return isYes(value)
  const { item, entries } = shape
  if (item) return Array.isArray(value) ? value.map((each) => shapeLike(item, each)) : value
  if (!entries || !isRecord(value)) return value
  const members = Object.entries(entries).map(([name, entry]) => [name, member(value, name), entry] as const)
  return Object.fromEntries(
    members.flatMap(([name, given, entry]) => {
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

const each = (list: unknown, change: (row: JsonRecord) => JsonRecord) =>
  Array.isArray(list) ? list.map((row: unknown) => (isRecord(row) ? change(row) : row)) : list

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
  const id = readText(member(row, '_id'))
  return {
    ...row,
    reference: readText(row.reference) || orderReference(id),
    user: { ...buyer, email: readText(buyer.email) || readText(row.userEmail) },
    orderItems: listIn(row.orderItems),
  }
}

/** A page of a list; a bare list is the only one. */
function paged(json: unknown, { name, others = [] }: { name: string; others?: string[] }): JsonRecord {
  const list = listIn(json, [name, ...others])
  const given: JsonRecord = isRecord(json) ? json : {}
  const rows = Array.isArray(list) ? list.length : 0
  const pages = Math.max(1, Number(given.pages) || 1)
  const page = Math.min(pages, Math.max(1, Number(given.page) || 1))
  return { ...given, page, pages, total: given.total ?? rows, [name]: list }
}

const inData = (change: (row: JsonRecord) => JsonRecord) => (json: unknown) => {
  const data = contentOf(json)
  return isRecord(data) ? change(data) : data
}
const inList = (change: (row: JsonRecord) => JsonRecord, names: string[]) => (json: unknown) =>
  each(listIn(json, names), change)
const detail = inData((row) => fish({ ...row, reviews: Array.isArray(row.reviews) ? row.reviews : [] }))
/** The specification does not show these answers, so each JSON value is accepted. */
const anything = (json: unknown) => (json === undefined || isRecord(contentOf(json)) ? contentOf(json) : {})

/** What the calls of the specification need besides fitting members. */
const others: { [N in CallName]?: (json: unknown) => unknown } = {
  listFish: (json) => {
    const page = paged(json, { name: 'fishes', others: ['fish', 'products'] })
    return { ...page, fishes: each(page.fishes, fish) }
  },
  topFishes: inList(fish, ['fishes', 'fish', 'products']),
  fishesByType: (json) => {
    const page = paged(json, { name: 'fish', others: ['fishes', 'products'] })
    const list = each(page.fish, fish)
    return isRecord(json) && json.pages !== undefined ? { ...page, fish: list } : { message: page.message, fish: list }
  },
  countFish: (json) => {
    const data = contentOf(json)
    return isRecord(data) ? data : { count: data }
  },
  getFish: detail,
  createFish: detail,
  updateFish: detail,
  uploadPicture: (json) => {
    const data = contentOf(json)
    return isRecord(data) ? data.image : data
  },
  createReview: anything,
  listReviews: (json) => paged(json, { name: 'reviews' }),
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
  subscribe: anything,
  sendContact: anything,
  listMessages: (json) => listIn(json, ['messages']),
  listSubscribers: (json) => {
    const list = listIn(json, ['subscribers'])
    if (!Array.isArray(list)) return list
    return list.map((row: unknown) => {
      const subscriber = isRecord(row) ? row : { email: row }
      return { ...subscriber, _id: subscriber._id ?? subscriber.email }
    })
  },
}

/** The answer of another server to a call, in our shape where that can be made of it. */
export function fromOtherServer(name: CallName, json: unknown): unknown {
  const change = others[name]
  const shape = change && shapeOf(name)
  // the shapes that are walked have no other parts
  return shape ? shapeLike(shape as Shape, change(json)) : json
}

/** How answers of another server get our shape; undefined in an app whose server is ours. */
export const fromOther = import.meta.env.VITE_API_MARK === 'off' ? fromOtherServer : undefined
