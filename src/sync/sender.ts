import { v7 as uuidv7 } from 'uuid'
import { addressFields, type Order } from '../../contract/orders.ts'
import type { Answer, Api } from '../api/api-client.ts'
import { ConnectionError } from '../api/api-errors.ts'
import { readAnswer } from '../api/read-answer.ts'
import type { OutboxPayload, OutboxRow } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'
import type { Clock } from '../lib/device-clock.ts'
import { Outbox } from './outbox.ts'
import { isEventRow } from './outbox-rows.ts'
import { outboxStore } from './outbox-store.ts'
import type { OutboxEnv, ShopHeader, Verdict } from './outbox-types.ts'
import { sentBody } from './own-events.ts'
import { verdict } from './verdict.ts'

/** Timeout of a try, ms. A repeated try is safe, since it carries the same key. */
const sendTimeout = 30_000

/** Sends an entry once, under its own key. Throws `ConnectionError` when no answer came. */
export function sendEntry(api: Api, row: OutboxRow, token: string | undefined): Promise<Answer> {
  const { payload, id: key } = row
  const out = { body: payload.body, key, token, timeout: sendTimeout }
  if (payload.kind === 'order') return api.exchange('createOrder', out)
  if (payload.kind === 'review') return api.exchange('createReview', { ...out, params: { id: payload.fishe } })
  if (isEventRow(row))
    return api.exchange('addOrderEvent', { ...out, body: sentBody(row), params: { id: row.payload.order } })
  if (payload.kind === 'stock') return api.exchange('setStock', { ...out, params: { id: payload.fishe } })
  if (payload.kind === 'logout') return api.exchange('logout', { token: payload.token, key, timeout: sendTimeout })
  return api.exchange('sendContact', out)
}

/** The clocks of phone and server may differ by this much, ms. */
const clockSlack = 24 * 60 * 60_000

interface LookUp {
  row: OutboxRow
  token: string | undefined
  /** ids of orders that other entries have created */
  delivered: ReadonlySet<string>
}

/**
 * On a server without idempotency keys, looks for what an earlier, unanswered try may have stored. Undefined when it is not
 * there. Throws `ConnectionError` when the server's list cannot be read.
 */
async function lookUp(api: Api, { row, token, delivered }: LookUp): Promise<Verdict | undefined> {
  if (row.payload.kind === 'review') return lookUpReview(api, row, row.payload)
  const answer = await api.exchange('myOrders', { token, timeout: sendTimeout })
  if (answer.status === 401) return verdict(answer, row, 'off')
  const orders = requireRead(answer, (json) => readAnswer('myOrders', json))
  const found = orders.find((order) => !delivered.has(order._id) && isSame(order, row))
  return found && { kind: 'done', serverId: found._id }
}

type ReviewPayload = Extract<OutboxPayload, { kind: 'review' }>

async function lookUpReview(api: Api, { userName }: OutboxRow, payload: ReviewPayload): Promise<Verdict | undefined> {
  const answer = await api.exchange('getFish', { params: { id: payload.fishe }, timeout: sendTimeout })
  if (answer.status === 404) return undefined
  const { rating, comment } = payload.body
  const isThere = requireRead(answer, (json) => readAnswer('getFish', json)).reviews.some(
    (review) => review.name === userName && review.rating === rating && review.comment.trim() === comment.trim(),
  )
  return isThere ? { kind: 'done', serverId: '' } : undefined
}

function requireRead<T>({ status, json }: Answer, read: (body: unknown) => T | undefined): T {
  const body = status === 200 ? read(json) : undefined
  if (body === undefined) throw new ConnectionError('untrusted', { status })
  return body
}

/** Whether an order has the entry's products, tonnes and address and is not older than the entry. */
function isSame(order: Order, { payload, createdAt }: OutboxRow): boolean {
  if (payload.kind !== 'order') return false
  const { orderItems, shippingAddress } = payload.body
  const names = new Map(payload.display.lines.map((line) => [line.fishe, line.trade_name]))
  const items = orderItems.every(({ fishe, qty }) =>
    order.orderItems.some((item) => item.qty === qty && (item.fishe === fishe || item.name === names.get(fishe))),
  )
  const address = addressFields.every((field) => order.shippingAddress[field].trim() === shippingAddress[field].trim())
  const isOlder = order.created_at !== '' && Date.parse(order.created_at) < createdAt - clockSlack
  return items && address && !isOlder && order.orderItems.length === orderItems.length
}

export interface SenderOptions {
  db: ShopDatabase
  api: Api
  clock: Clock
  random?: () => number
  shopHeader?: ShopHeader
  newId?: () => string
  /** whether the network may be away: then the server is asked before an entry is sent for the first time */
  mayBeAway?: () => boolean
}

/** Timeout of the question whether the server can be reached, ms. */
const reachTimeout = 10_000

/** The outbox of a page or of the worker, and what it depends on. */
export function createSender(options: SenderOptions) {
  const { db, api, clock, shopHeader = 'required' } = options
  const store = outboxStore(db)
  const env: OutboxEnv = {
    store,
    shopHeader,
    send: (row, token) => sendEntry(api, row, token),
    reach: async () => {
      // other servers have no such call
      if (shopHeader === 'off' || !options.mayBeAway?.()) return true
      return api.exchange('health', { timeout: reachTimeout }).then(
        ({ isShops }) => isShops,
        () => false,
      )
    },
    lookUp: async (row, token) => {
      const { rows } = await store.read()
      return lookUp(api, { row, token, delivered: new Set(rows.flatMap(({ serverId }) => serverId ?? [])) })
    },
    now: () => clock.now(),
    newId: options.newId ?? (() => uuidv7()),
    random: options.random ?? Math.random,
  }
  return { env, outbox: new Outbox(env) }
}
