import { v7 as uuidv7 } from 'uuid'
import { addressFields, type Order } from '../../contract/orders.ts'
import type { Answer, Api } from '../api/api-client.ts'
import { ConnectionError } from '../api/api-errors.ts'
import { readAnswer } from '../api/read-answer.ts'
import { isEventRow } from '../db/outbox-rows.ts'
import type { OutboxPayload, OutboxRow } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { pause } from '../lib/cancel.ts'
import type { Clock } from '../lib/device-clock.ts'
import { Outbox, type Passed, type RetryNow } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import type { OutboxEnv, ShopHeader, Verdict } from './outbox-types.ts'
import { sentBody } from './own-events.ts'
import { type Locks, lockSender } from './sender-lock.ts'
import { verdict } from './verdict.ts'

/** Timeout of a try, ms. A repeated try is safe, since it carries the same key. */
const sendTimeout = 30_000

/** Sends an entry once, under its own key. Throws `ConnectionError` when no answer came. */
export function sendEntry(api: Pick<Api, 'exchange'>, row: OutboxRow, token: string | undefined): Promise<Answer> {
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

/**
 * Why the outbox is woken. `button` ends every wait, `enqueue` and `timer` none. The others end the waits of entries without
 * an answer, since the network may be back.
 */
type WakeReason =
  | 'start'
  | 'online'
  | 'visible'
  | 'pageshow'
  | 'focus'
  | 'login'
  | 'enqueue'
  | 'button'
  | 'sync'
  | 'contact'
  | 'timer'

export interface SenderOptions {
  db: ShopDatabase
  api: Api
  clock: Clock
  /** `navigator.locks`, where the browser has it */
  locks?: Locks | undefined
  random?: () => number
  shopHeader?: ShopHeader
  newId?: () => string
  visible?: () => boolean
  /** whether the network may be away: then the server is asked before an entry is sent for the first time */
  mayBeAway?: () => boolean
  report?: (error: unknown) => void
}

/** Timeout of the question whether the server can be reached, ms. */
const reachTimeout = 10_000
/** Answers of the server wake the outbox at most this often, ms. */
const contactInterval = 30_000

/** The sender of a page or of the worker. */
export function createSender(options: SenderOptions) {
  const { db, api, clock, shopHeader = 'required' } = options
  const store = outboxStore(db)
  /** a server without keys looks up what an earlier try has stored */
  const repeating = ({ createdAt: at, userName: by }: OutboxRow): Pick<Api, 'exchange'> => {
    const delivered = async () => new Set((await store.read()).rows.flatMap(({ serverId }) => serverId ?? []))
    return { exchange: (name, out) => api.exchange(name, { ...out, earlier: { at, by, delivered } }) }
  }
  const env: OutboxEnv = {
    store,
    shopHeader,
    sender: lockSender(options.locks),
    send: (row, token) => sendEntry(row.attempts > 1 ? repeating(row) : api, row, token),
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
    sleep: pause,
    visible: options.visible ?? (() => true),
    report: options.report ?? ((error) => console.error(error)),
  }
  const outbox = new Outbox(env)
  let lastContact = Number.NEGATIVE_INFINITY
  const wake = (reason: WakeReason): void => {
    if (reason === 'contact') {
      if (Math.abs(clock.now() - lastContact) < contactInterval) return
      lastContact = clock.now()
    }
    outbox.wake(retryNowFor(reason))
  }
  return {
    env,
    wake,
    run: (stop: AbortSignal): Promise<void> => outbox.run(stop),
    /** One pass: sends what is due, if no other sender is at work, and returns what is left. */
    pass(reason: WakeReason): Promise<Passed> {
      wake(reason)
      return outbox.pass()
    },
  }
}

function retryNowFor(reason: WakeReason): RetryNow | undefined {
  if (reason === 'button') return 'all'
  return reason === 'enqueue' || reason === 'timer' ? undefined : 'unanswered'
}
