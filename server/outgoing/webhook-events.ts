import { v7 } from 'uuid'
import { limits } from '../../contract/limits.ts'
import type { WebhookEvent } from '../../contract/webhooks.ts'
import { isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { DeliveryRow } from '../db/outgoing-rows.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as deliveries from './webhooks-table.ts'
import { listListeners } from './webhooks-table.ts'

/** What an event is about. With its kind, since clients choose ids: an order could have the id of a product. */
type Subject = `${'order' | 'product' | 'message'}:${string}`

/** Something that has happened in the shop. */
export interface ShopEvent {
  type: WebhookEvent
  subject: Subject
  /** later events of a subject have a greater one */
  seq: number
  /** id of the account whose data it has */
  owner?: string
  /** as the call for that thing answers it */
  data: object
  /** sent instead if `data` is too large, or of an account that was deleted */
  short: object
}

/** The JSON that is sent. */
export function bodyOf(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data })
}

function boundedBody({ type, data, short }: ShopEvent, at: string): string {
  const body = bodyOf(type, at, data)
  return Buffer.byteLength(body) <= limits.webhookBytes ? body : bodyOf(type, at, short)
}

/** Writes events for the webhooks that are told of them, in the caller's transaction. `read` is called only if there are any. */
export async function tellWebhooks(
  deps: ServiceDeps,
  tx: Db,
  { types, read }: { types: readonly WebhookEvent[]; read: () => readonly ShopEvent[] | Promise<readonly ShopEvent[]> },
): Promise<void> {
  const listeners = (await listListeners(tx)).filter(({ events }) => types.some((type) => events.includes(type)))
  if (listeners.length === 0) return
  const at = isoNow(deps.clock)
  const rows = (await read()).flatMap((event): DeliveryRow[] => {
    const wanted = listeners.filter(({ events }) => events.includes(event.type))
    const body = wanted.length > 0 ? boundedBody(event, at) : ''
    return wanted.map(({ id }) => ({
      ...{ id: v7(), webhook_id: id, event: event.type, subject: event.subject, seq: event.seq },
      ...{ owner: event.owner ?? '', at, since: at, body, attempts: 0, status: null, problem: '' },
      ...{ next_at: at, asked_at: null, done_at: null },
    }))
  })
  await deliveries.insertDeliveries(tx, rows)
}

/** Removes a deleted thing from what was or will be sent. */
export const forgetSubject: (tx: Db, subject: Subject) => Promise<void> = deliveries.deleteDeliveriesAbout

/** Removes an account's data from what was or will be sent: of orders that wait, only id, reference and state are left. */
export async function forgetOwner(tx: Db, owner: string): Promise<void> {
  for (;;) {
    const rows = await deliveries.listOwned(tx, owner)
    if (rows.length === 0) return
    for (const { id, body } of rows) {
      // only this file writes orders' bodies
      const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: ShortOrder }
      await deliveries.setAnonymous(tx, id, bodyOf(type, timestamp, shortOrder(data)))
    }
  }
}

interface ShortOrder {
  _id: string
  reference: string
  created_at: string
  state: string
  version: number
}

/** An order without anything of its buyer. */
export function shortOrder({ _id, reference, created_at, state, version }: ShortOrder): ShortOrder {
  return { _id, reference, created_at, state, version }
}
