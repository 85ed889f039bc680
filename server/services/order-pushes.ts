import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { PushPayload } from '../../contract/push-payload.ts'
import type { Handle } from '../db/handle.ts'
import type { NewOrder } from '../db/orders.ts'
import * as pushes from '../db/push-messages.ts'
import { deletePushSubscription, holdPushSubscriptions } from '../db/push-subscriptions.ts'
import { claimTry } from '../db/waiting-mails.ts'
import { pushAddress } from './push-address.ts'
import { requirePushKeys } from './push-subscriptions.ts'
import { type Outbox, type SendRound, sendDue } from './send-due.ts'
import { isoNow, type Shop } from './shop.ts'

/** Tries of a message that the push service does not take; two days and a half. */
const mostAttempts = 16
/** What push services answer when a browser has unsubscribed. */
const gone = [404, 410]

const deskNews: readonly string[] = ['accept', 'decline', 'cancel', 'message']
const buyerNews: readonly string[] = ['offer', 'withdraw', 'close', 'message']

type To = Parameters<typeof holdPushSubscriptions>[1]['to']

async function tell(shop: Shop, tx: Handle, { order, to, author }: { order: NewOrder; to: To; author: string }) {
  const now = isoNow(shop.clock)
  const told = await holdPushSubscriptions(tx, { to, except: author })
  const message = (subscription_id: string) => ({ subscription_id, order_id: order.id, attempts: 0 })
  const rows = told.map((id) => ({ id: v7({ msecs: shop.clock.now() }), ...message(id), next_attempt_at: now }))
  await pushes.putPushMessages(tx, rows)
}

/** Tells the administrators who asked for it of a new request, in the request's own transaction. */
export async function pushRequest(shop: Shop, tx: Handle, order: NewOrder): Promise<void> {
  await tell(shop, tx, { order, to: { kind: 'desk' }, author: order.buyer_id })
}

/** Tells the other side of an event, where it asked for it, in the event's own transaction. */
export async function pushEvent(
  shop: Shop,
  tx: Handle,
  { order, event, author }: { order: NewOrder; event: Pick<OrderEvent, 'kind' | 'by'>; author: string },
): Promise<void> {
  const { kind, by } = event
  if (by.side === 'buyer' && deskNews.includes(kind)) await tell(shop, tx, { order, to: { kind: 'desk' }, author })
  if (by.side === 'shop' && buyerNews.includes(kind))
    await tell(shop, tx, { order, to: { kind: 'account', id: order.buyer_id }, author })
}

/** The same for all messages of one order, so that a push service shows the last one alone; it does not say which. */
function topicOf(orderId: string): string {
  return createHash('sha256').update(orderId).digest('base64url').slice(0, 32)
}

function statusOf(error: unknown): unknown {
  const { statusCode }: { statusCode?: unknown } = Object(error)
  return statusCode
}

async function send(shop: Shop, push: pushes.DuePush): Promise<void> {
  const { db } = shop
  const endpoint = pushAddress(push.endpoint, shop.push.hosts)
  // the setting has changed since
  if (endpoint === undefined) return deletePushSubscription(db, push.subscription_id)
  const mayRead = push.is_admin === 1 || push.buyer_id === push.account_id
  if (!mayRead || push.session_ends <= isoNow(shop.clock)) return
  const payload: PushPayload = { reference: push.reference, language: toLocale(push.language) ?? 'en' }
  const keys = await requirePushKeys(shop)
  const to = { endpoint, p256dh: push.p256dh, auth: push.auth }
  try {
    await shop.push.send({ to, payload: JSON.stringify(payload), topic: topicOf(push.order_id), keys })
  } catch (error) {
    if (gone.some((status) => status === statusOf(error))) return deletePushSubscription(db, push.subscription_id)
    if (push.attempts + 1 >= mostAttempts) await pushes.deletePushMessage(db, push.id)
    throw error
  }
}

/** Sends the messages whose turn has come; returns how many could not be sent. */
export async function sendOrderPushes(shop: Shop, round: SendRound = {}): Promise<number> {
  const { db } = shop
  const outbox: Outbox<pushes.DuePush> = {
    due: (now, limit) => pushes.listDuePushes(db, now, limit),
    claim: (push, next) => claimTry(db, 'push_message', push, next),
    send: (push) => send(shop, push),
    settle: ({ id }) => pushes.deletePushMessage(db, id),
  }
  return sendDue(shop, outbox, round)
}
