import { createHash } from 'node:crypto'
import { nameIn, toLocale } from '../../contract/locales.ts'
import type { PushPayload } from '../../contract/sw-messages.ts'
import type { WebhookEvent } from '../../contract/webhooks.ts'
import { pushAddress, requirePushKeys } from '../accounts/push-subscriptions.ts'
import { findUser, hasRight, rightsOf } from '../accounts/users-table.ts'
import { findFish } from '../catalogue/fishes-table.ts'
import { type Db, deleteRows, isoNow } from '../db/database.ts'
import type { OutboxRow } from '../db/row-types.ts'
import type { Sending } from '../outbox/deliver.ts'
import { publishEvents, shortOrder, subjectId, supersede } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findHead, findOrder, type NewOrder, type Part } from './order-queries.ts'
import { toOrderAfter } from './order-view.ts'

/** The data that webhooks get of an order. */
export type OrderWebhook = Extract<WebhookEvent, `${'order' | 'paper' | 'payment' | 'claim'}.${string}`>

/** Queues an order for the webhooks as its call answers it, without the buyer's data where the account is gone. `part` is of its thread. */
export async function publishOrder(
  deps: ServiceDeps,
  tx: Db,
  { types, id, part }: { types: readonly OrderWebhook[]; id: string; part?: Part },
): Promise<void> {
  const read = async () => {
    const order = await findOrder(tx, id, part)
    if (!order) return []
    const data = toOrderAfter(order)
    const event = { subject: `order:${id}` as const, seq: data.version, short: shortOrder(data) }
    const buyer = await findUser(tx, order.buyer_id)
    const sent = buyer ? { ...event, owner: buyer.id, data } : { ...event, data: event.short }
    return types.map((type) => ({ ...sent, type }))
  }
  await publishEvents(deps, tx, { types, read })
}

/** The subscriptions of an account, or of those who answer requests, without those of `except`. */
async function listPushSubscriptions(tx: Db, { account, except }: { account: string | undefined; except: string }) {
  const devices = tx.query.selectFrom('push_subscription').innerJoin('account', 'account.id', 'account_id')
  const all = devices.select('push_subscription.id').where('account_id', '<>', except).orderBy('push_subscription.id')
  const query = account === undefined ? all.where(hasRight('orders')) : all.where('account.id', '=', account)
  return (await query.execute()).map(({ id }) => id)
}

interface Push {
  order: NewOrder
  /** the administrators with the right `orders`, or the buyer */
  to: 'desk' | 'buyer'
  /** the account that caused it */
  except?: string
  /** the number of the milestone's event that it is about */
  milestone?: number | undefined
}

/** Queues a push message to those who have subscribed, one per subscription and order, in the caller's transaction. */
export async function pushOrder(deps: ServiceDeps, tx: Db, { order, to, except = '', milestone }: Push) {
  const account = to === 'desk' ? undefined : order.buyer_id
  const about = milestone === undefined ? {} : { event: 'milestone', seq: milestone }
  for (const target of await listPushSubscriptions(tx, { account, except }))
    await supersede(deps, tx, { kind: 'push_message', target, subject: `order:${order.id}`, ...about })
}

/** A subscription, with what decides whether its account may still read a message. */
const findSubscription = ({ query }: Db, id: string) =>
  query
    .selectFrom('push_subscription as subscription')
    .innerJoin('login_session as session', 'session.token_hash', 'subscription.token_hash')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select(['subscription.endpoint', 'subscription.p256dh', 'subscription.auth', 'subscription.language'])
    .select(['subscription.account_id', 'account.rights', 'session.expires_at as session_ends'])
    .where('subscription.id', '=', id)
    .executeTakeFirst()

type Reader = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** What a message says; undefined if its reader may not know it, or there is nothing to tell any more. */
async function payloadFor(db: Db, row: OutboxRow, reader: Reader): Promise<PushPayload | undefined> {
  const language = toLocale(reader.language) ?? 'en'
  const id = subjectId(row)
  if (row.subject.startsWith('product:')) {
    const fish = await findFish(db, id)
    return fish && { reference: nameIn(fish, language), product: id, language }
  }
  const order = await findHead(db, id)
  const mayRead = rightsOf(reader).includes('orders') || order?.buyer_id === reader.account_id
  return order && mayRead ? { reference: order.reference, language } : undefined
}

async function send(deps: ServiceDeps, row: OutboxRow): Promise<void> {
  const push = await findSubscription(deps.db, row.target)
  if (!push) return
  const endpoint = pushAddress(push.endpoint, deps.push.hosts)
  const unsubscribe = async () => void (await deleteRows(deps.db, 'push_subscription', { id: row.target }))
  // PUSH_HOSTS has changed since the subscription
  if (endpoint === undefined) return unsubscribe()
  const payload = await payloadFor(deps.db, row, push)
  if (!payload || push.session_ends <= isoNow(deps.clock)) return
  // a push service delivers only the last message of a topic; hashed, to not reveal the order's id
  const topic = createHash('sha256').update(subjectId(row)).digest('base64url')
  const keys = await requirePushKeys(deps)
  const to = { endpoint, p256dh: push.p256dh, auth: push.auth }
  try {
    await deps.push.send({ to, payload: JSON.stringify(payload), topic: topic.slice(0, 32), keys })
  } catch (error) {
    const { statusCode }: { statusCode?: unknown } = Object(error)
    // the browser has unsubscribed
    if (statusCode === 404 || statusCode === 410) return unsubscribe()
    throw error
  }
}

export const orderPushes: Sending = {
  kind: 'push_message',
  failure: { message: 'a push message could not be sent', count: 'failedPushes' },
  send,
}
