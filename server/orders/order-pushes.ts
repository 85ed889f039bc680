import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { PushPayload } from '../../contract/sw-messages.ts'
import {
  holdPushSubscriptions,
  pushAddress,
  removePushSubscription,
  requirePushKeys,
} from '../accounts/push-subscriptions.ts'
import { rightsOf } from '../accounts/users-table.ts'
import { isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { PushMessageRow } from '../db/outgoing-rows.ts'
import { type SendRound, sendDue } from '../outgoing/send-due.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { NewOrder } from './orders-table.ts'

/** A message, its subscription, and what decides whether the account may still see the order. */
interface DuePush {
  id: string
  attempts: number
  subscription_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: string
  account_id: string
  rights: string
  session_ends: string
  order_id: string
  reference: string
  buyer_id: string
}

/** Queues one message per subscription and order; a pending one is replaced. */
async function putPushMessages(tx: Db, messages: readonly PushMessageRow[]): Promise<void> {
  if (messages.length === 0) return
  await tx.query
    .insertInto('push_message')
    .values([...messages])
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'order_id']).doUpdateSet((row) => ({
        // a new id, so that an attempt in progress does not delete this message
        id: row.ref('excluded.id'),
        attempts: 0,
        next_attempt_at: row.ref('excluded.next_attempt_at'),
        // it tells of more than one milestone
        milestone_seq: null,
      })),
    )
    .execute()
}

/** Messages that are due to be sent, oldest first. */
async function listDuePushes(db: Db, now: string, limit: number): Promise<DuePush[]> {
  return db.query
    .selectFrom('push_message as message')
    .innerJoin('push_subscription as subscription', 'subscription.id', 'message.subscription_id')
    .innerJoin('login_session as session', 'session.token_hash', 'subscription.token_hash')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .innerJoin('shop_order as order', 'order.id', 'message.order_id')
    .select(['message.id', 'message.attempts', 'message.subscription_id', 'message.order_id'])
    .select(['subscription.endpoint', 'subscription.p256dh', 'subscription.auth', 'subscription.language'])
    .select(['subscription.account_id', 'account.rights', 'session.expires_at as session_ends'])
    .select(['order.reference', 'order.buyer_id'])
    .where('message.next_attempt_at', '<=', now)
    .orderBy('message.next_attempt_at')
    .orderBy('message.id')
    .limit(limit)
    .execute()
}

/** Statuses of push services for a browser that has unsubscribed. */
const gone = [404, 410]

type To = Parameters<typeof holdPushSubscriptions>[1]['to']

async function queue(
  deps: ServiceDeps,
  tx: Db,
  { order, to, author = '', milestone = null }: { order: NewOrder; to: To; author?: string; milestone?: number | null },
) {
  const subscriptions = await holdPushSubscriptions(tx, { to, except: author })
  const message = { order_id: order.id, attempts: 0, milestone_seq: milestone, next_attempt_at: isoNow(deps.clock) }
  const rows = subscriptions.map((subscription_id) => ({
    ...{ id: v7({ msecs: deps.clock.now() }), subscription_id },
    ...message,
  }))
  await putPushMessages(tx, rows)
}

/** Queues a push message to subscribed administrators with the right `orders` about a new order, in the caller's transaction. */
export async function pushRequest(deps: ServiceDeps, tx: Db, order: NewOrder): Promise<void> {
  await queue(deps, tx, { order, to: { kind: 'desk' }, author: order.buyer_id })
}

/** Queues a push message to the other side about an event, if it has subscribed, in the caller's transaction. */
export async function pushEvent(
  deps: ServiceDeps,
  tx: Db,
  { order, event, author }: { order: NewOrder; event: Pick<OrderEvent, 'by' | 'kind' | 'seq'>; author: string },
): Promise<void> {
  const to: To = event.by.side === 'buyer' ? { kind: 'desk' } : { kind: 'account', id: order.buyer_id }
  await queue(deps, tx, { order, to, author, milestone: event.kind === 'milestone' ? event.seq : null })
}

/** Queues a push message to the buyer, if subscribed, that an offer expires tomorrow or today, in the caller's transaction. */
export async function pushEnding(deps: ServiceDeps, tx: Db, order: NewOrder): Promise<void> {
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

async function send(deps: ServiceDeps, push: DuePush): Promise<void> {
  const { db } = deps
  const endpoint = pushAddress(push.endpoint, deps.push.hosts)
  // PUSH_HOSTS has changed since the subscription
  if (endpoint === undefined) return removePushSubscription(db, push.subscription_id)
  const mayRead = rightsOf(push).includes('orders') || push.buyer_id === push.account_id
  if (!mayRead || push.session_ends <= isoNow(deps.clock)) return
  const payload: PushPayload = { reference: push.reference, language: toLocale(push.language) ?? 'en' }
  const keys = await requirePushKeys(deps)
  const to = { endpoint, p256dh: push.p256dh, auth: push.auth }
  try {
    await deps.push.send({ to, payload: JSON.stringify(payload), topic: topicOf(push.order_id), keys })
  } catch (error) {
    if (gone.some((status) => status === statusOf(error))) return removePushSubscription(db, push.subscription_id)
    throw error
  }
}

/** Sends the due messages; returns the number of failures. */
export async function sendOrderPushes(deps: ServiceDeps, round?: SendRound): Promise<number> {
  const outbox = {
    table: 'push_message',
    due: (now: string, limit: number) => listDuePushes(deps.db, now, limit),
    send: (push: DuePush) => send(deps, push),
  } as const
  return sendDue(deps, outbox, round)
}
