import type { WebhookEvent } from '../../contract/webhooks.ts'
import { findUser } from '../accounts/users-table.ts'
import type { Db } from '../db/db.ts'
import { shortOrder, tellWebhooks } from '../outgoing/webhook-events.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { toOrderAfter } from './order-view.ts'
import { findOrder, type Part } from './orders-table.ts'

interface Told {
  type: Extract<WebhookEvent, `order.${string}`>
  id: string
  /** of its thread */
  part?: Part
}

/**
 * Queues an order for the webhooks, as the call that has just changed it answers it, in that call's transaction. Without the buyer's data where
 * the account was deleted.
 */
export async function tellOrder(deps: ServiceDeps, tx: Db, { type, id, part }: Told): Promise<void> {
  const read = async () => {
    const order = await findOrder(tx, id, part)
    if (!order) return []
    const data = toOrderAfter(order)
    const event = { type, subject: `order:${id}` as const, seq: data.version, short: shortOrder(data) }
    const buyer = await findUser(tx, order.buyer_id)
    return [buyer ? { ...event, owner: buyer.id, data } : { ...event, data: event.short }]
  }
  await tellWebhooks(deps, tx, { types: [type], read })
}
