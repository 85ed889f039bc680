import type { Handle } from '../platform/db/handle.ts'
import type { PushSubscriptionRow } from '../platform/db/outgoing-rows.ts'
import { hasRight } from './users-table.ts'

/** Replaces the session's subscription and any other of the same browser, even of another user. */
export async function replacePushSubscription(tx: Handle, subscription: PushSubscriptionRow): Promise<void> {
  const { token_hash, endpoint } = subscription
  await tx.query
    .deleteFrom('push_subscription')
    .where((eb) => eb.or({ token_hash, endpoint }))
    .execute()
  await tx.query.insertInto('push_subscription').values(subscription).execute()
}

/** Deletes all but the newest `most` subscriptions of an account. */
export async function deleteOldPushSubscriptions(tx: Handle, accountId: string, most: number): Promise<void> {
  const rows = await tx.query
    .selectFrom('push_subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const old = rows.slice(most).map(({ id }) => id)
  if (old.length > 0) await tx.query.deleteFrom('push_subscription').where('id', 'in', old).execute()
}

export async function deletePushSubscriptionOf(db: Handle, tokenHash: string): Promise<void> {
  await db.query.deleteFrom('push_subscription').where('token_hash', '=', tokenHash).execute()
}

export async function deletePushSubscription(db: Handle, id: string): Promise<void> {
  await db.query.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** The subscriptions of those who answer requests (`desk`) or of one account, without those of `except`. */
export async function holdPushSubscriptions(
  tx: Handle,
  { to, except }: { to: { kind: 'desk' } | { kind: 'account'; id: string }; except: string },
): Promise<string[]> {
  const all = tx.query
    .selectFrom('push_subscription')
    .innerJoin('account', 'account.id', 'push_subscription.account_id')
    .select('push_subscription.id')
    .where('push_subscription.account_id', '<>', except)
    .orderBy('push_subscription.id')
  const query = to.kind === 'desk' ? all.where(hasRight('orders')) : all.where('account.id', '=', to.id)
  // blocks a concurrent logout, because the queued messages refer to these rows
  const held = await (tx.dialect === 'postgres' ? query.forKeyShare('push_subscription') : query).execute()
  return held.map(({ id }) => id)
}
