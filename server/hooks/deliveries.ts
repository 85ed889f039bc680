import { v7 } from 'uuid'
import type { Delivery, DeliveryMade } from '../../contract/webhooks.ts'
import * as table from '../outgoing/deliveries-table.ts'
import { bodyOf } from '../outgoing/webhook-events.ts'
import { findWebhook, lockWebhook } from '../outgoing/webhooks-table.ts'
import { type Actor, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { limitHit } from '../platform/rate-limits.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { noWebhook } from './webhooks.ts'

type Listed = Awaited<ReturnType<typeof table.listDeliveries>>[number]

function toDelivery(row: Listed): Delivery {
  // only the shop writes these columns
  const event = row.event as Delivery['event']
  const problem = row.problem as NonNullable<Delivery['problem']>
  const nextAt = row.asked_at ?? row.next_at
  const { id: _id, at, attempts, status } = row
  return { _id, event, at, attempts, status, ...(row.problem !== '' && { problem }), nextAt }
}

/** The newest deliveries of a webhook. Refuses with `not-found`. */
export async function listDeliveries({ db }: ServiceDeps, id: string): Promise<Delivery[]> {
  if (!(await findWebhook(db, id))) throw noWebhook
  return (await table.listDeliveries(db, id)).map(toDelivery)
}

/** Queues a test, which is tried once, also while the webhook is paused. Refuses with `not-found` and `too-many`. */
export async function testWebhook(deps: ServiceDeps, id: string, actor: Actor): Promise<DeliveryMade> {
  await limitHit(deps, { kind: 'webhookTest', who: actor.id })
  return transactAs(deps, actor, async (tx) => {
    if (!(await lockWebhook(tx, id))) throw noWebhook
    const at = isoNow(deps.clock)
    const testId = v7()
    const row = {
      ...{ id: testId, webhook_id: id, event: 'test', subject: testId, seq: 0, owner: '', at, since: at },
      ...{ body: bodyOf('test', at, { message: 'A test of Quayside' }), attempts: 0, status: null, problem: '' },
      ...{ next_at: null, asked_at: at, done_at: null },
    }
    await table.insertDeliveries(tx, [row])
    return { _id: testId }
  })
}

/** Sends a delivery again now, also while the webhook is paused. Refuses with `not-found` and `too-many`. */
export async function resendDelivery(
  deps: ServiceDeps,
  { id, delivery, actor }: { id: string; delivery: string; actor: Actor },
): Promise<DeliveryMade> {
  await limitHit(deps, { kind: 'webhookTest', who: actor.id })
  return transactAs(deps, actor, async (tx) => {
    const asked = await table.askDelivery(tx, { id: delivery, webhook_id: id, asked_at: isoNow(deps.clock) })
    if (!asked) throw refuse('not-found', { detail: 'There is no such delivery.' })
    return { _id: delivery }
  })
}
