import { addressFields, type Order } from '../../../contract/orders.ts'
import type { Answer, Api } from '../../api/client.ts'
import { ConnectionError } from '../../api/errors.ts'
import { readAnswer } from '../../api/read-answer.ts'
import type { OutboxPayload, OutboxRow } from '../rows.ts'
import type { Verdict } from './outbox-types.ts'
import { sendTimeout } from './send-entry.ts'
import { verdict } from './verdict.ts'

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
export async function lookUp(api: Api, { row, token, delivered }: LookUp): Promise<Verdict | undefined> {
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
