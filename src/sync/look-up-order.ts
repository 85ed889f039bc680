import type { Order } from '../../contract/orders.ts'
import type { Api } from '../api/client.ts'
import { ConnectionError } from '../api/errors.ts'
import { readOrders } from '../api/read-order.ts'
import type { OutboxRow } from '../db/rows.ts'
import type { Verdict } from './outbox-types.ts'
import { sendTimeout } from './send.ts'
import { verdict } from './verdict.ts'

/** Clocks of phone and server may differ by this much, ms. */
const clockSlack = 24 * 60 * 60_000

/**
 * Looks for an order among the user's own, on a server that knows no keys: same products, tonnes and address, and not
 * older. `delivered` are the ids of orders that other entries became. Undefined when it is not there; a 401 is judged like
 * that of a sending. Throws `ConnectionError` when the list cannot be read.
 */
export async function lookUpOrder(
  api: Api,
  { row, token, delivered }: { row: OutboxRow; token: string | undefined; delivered: ReadonlySet<string> },
): Promise<Verdict | undefined> {
  const answer = await api.exchange('myOrders', { token, timeout: sendTimeout })
  if (answer.status === 401) return verdict(answer, row, 'off')
  const orders = answer.status === 200 ? readOrders(answer.json) : undefined
  if (orders === undefined) throw new ConnectionError('untrusted', { status: answer.status })
  const found = orders.find((order) => !delivered.has(order._id) && isSame(order, row))
  return found && { kind: 'done', serverId: found._id }
}

function isSame(order: Order, { payload, createdAt }: OutboxRow): boolean {
  if (payload.kind !== 'order') return false
  const { orderItems, shippingAddress } = payload.body
  const names = new Map(payload.display.lines.map((line) => [line.fishe, line.trade_name]))
  const items = orderItems.every(({ fishe, qty }) =>
    order.orderItems.some((item) => item.qty === qty && (item.fishe === fishe || item.name === names.get(fishe))),
  )
  const address = (['phone', 'address', 'city', 'postalCode', 'country'] as const).every(
    (field) => order.shippingAddress[field].trim() === shippingAddress[field].trim(),
  )
  const early = order.created_at !== '' && Date.parse(order.created_at) < createdAt - clockSlack
  return items && address && !early && order.orderItems.length === orderItems.length
}
