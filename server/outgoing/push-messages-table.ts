import type { Handle } from '../platform/db/handle.ts'
import type { PushMessageRow } from '../platform/db/outgoing-rows.ts'

/** A message, its subscription, and what decides whether the account may still see the order. */
export interface DuePush {
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
export async function putPushMessages(tx: Handle, messages: readonly PushMessageRow[]): Promise<void> {
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
export async function listDuePushes(db: Handle, now: string, limit: number): Promise<DuePush[]> {
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
