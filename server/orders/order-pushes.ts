import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { PushPayload } from '../../contract/push.ts'
import { pushAddress, requirePushKeys } from '../accounts/push-subscriptions.ts'
import { deletePushSubscription, holdPushSubscriptions } from '../accounts/push-subscriptions-table.ts'
import { rightsOf } from '../accounts/users-table.ts'
import * as pushes from '../outgoing/push-messages-table.ts'
import { type SendRound, sendDue } from '../outgoing/send-due.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { NewOrder } from './orders-table.ts'

/** Statuses of push services for a browser that has unsubscribed. */
const gone = [404, 410]

type To = Parameters<typeof holdPushSubscriptions>[1]['to']

async function queue(
  deps: ServiceDeps,
  tx: Handle,
  { order, to, author = '', milestone = null }: { order: NewOrder; to: To; author?: string; milestone?: number | null },
) {
  const subscriptions = await holdPushSubscriptions(tx, { to, except: author })
  const message = { order_id: order.id, attempts: 0, milestone_seq: milestone, next_attempt_at: isoNow(deps.clock) }
  const rows = subscriptions.map((subscription_id) => ({
    ...{ id: v7({ msecs: deps.clock.now() }), subscription_id },
    ...message,
  }))
  await pushes.putPushMessages(tx, rows)
}

/** Queues a push message to subscribed administrators with the right `orders` about a new order, in the caller's transaction. */
export async function pushRequest(deps: ServiceDeps, tx: Handle, order: NewOrder): Promise<void> {
  await queue(deps, tx, { order, to: { kind: 'desk' }, author: order.buyer_id })
}

/** Queues a push message to the other side about an event, if it has subscribed, in the caller's transaction. */
export async function pushEvent(
  deps: ServiceDeps,
  tx: Handle,
  { order, event, author }: { order: NewOrder; event: Pick<OrderEvent, 'by' | 'kind' | 'seq'>; author: string },
): Promise<void> {
  const to: To = event.by.side === 'buyer' ? { kind: 'desk' } : { kind: 'account', id: order.buyer_id }
  await queue(deps, tx, { order, to, author, milestone: event.kind === 'milestone' ? event.seq : null })
}

/** Queues a push message to the buyer, if subscribed, that an offer expires tomorrow or today, in the caller's transaction. */
export async function pushEnding(deps: ServiceDeps, tx: Handle, order: NewOrder): Promise<void> {
  await queue(deps, tx, { order, to: { kind: 'account', id: order.buyer_id } })
}

/** One topic per order, so that a push service delivers only its last message. Hashed, to not reveal the order's id. */
function topicOf(orderId: string): string {
  return createHash('sha256').update(orderId).digest('base64url').slice(0, 32)
}

function statusOf(error: unknown): unknown {
  const { statusCode }: { statusCode?: unknown } = Object(error)
  return statusCode
}

async function send(deps: ServiceDeps, push: pushes.DuePush): Promise<void> {
  const { db } = deps
  const endpoint = pushAddress(push.endpoint, deps.push.hosts)
  // PUSH_HOSTS has changed since the subscription
  if (endpoint === undefined) return deletePushSubscription(db, push.subscription_id)
  const mayRead = rightsOf(push).includes('orders') || push.buyer_id === push.account_id
  if (!mayRead || push.session_ends <= isoNow(deps.clock)) return
  const payload: PushPayload = { reference: push.reference, language: toLocale(push.language) ?? 'en' }
  const keys = await requirePushKeys(deps)
  const to = { endpoint, p256dh: push.p256dh, auth: push.auth }
  try {
    await deps.push.send({ to, payload: JSON.stringify(payload), topic: topicOf(push.order_id), keys })
  } catch (error) {
    if (gone.some((status) => status === statusOf(error))) return deletePushSubscription(db, push.subscription_id)
    throw error
  }
}

/** Sends the due messages; returns the number of failures. */
export async function sendOrderPushes(deps: ServiceDeps, round?: SendRound): Promise<number> {
  const outbox = {
    table: 'push_message',
    due: (now: string, limit: number) => pushes.listDuePushes(deps.db, now, limit),
    send: (push: pushes.DuePush) => send(deps, push),
  } as const
  return sendDue(deps, outbox, round)
}
