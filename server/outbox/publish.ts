import { limits } from '../../contract/limits.ts'
import type { WebhookEvent } from '../../contract/webhooks.ts'
import { type Db, isoNow } from '../db/database.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { enqueue, payloadOf } from './outbox-queue.ts'

export interface ShopEvent {
  type: WebhookEvent
  /** with its kind, since clients choose ids: an order could have the id of a product */
  subject: `${'order' | 'product' | 'message'}:${string}`
  /** later events of a subject have a greater one */
  seq: number
  /** id of the account whose data it has */
  owner?: string
  /** as the call for that thing answers it */
  data: object
  /** sent instead if `data` is too large, or of an account that was deleted */
  short: object
}

export const bodyOf = (type: string, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data })

/** Queues events for the webhooks that want them, in the caller's transaction. `read` is called only if there are any. */
export async function publishEvents(
  deps: ServiceDeps,
  tx: Db,
  { types, read }: { types: readonly WebhookEvent[]; read: () => readonly ShopEvent[] | Promise<readonly ShopEvent[]> },
): Promise<void> {
  const hooks = await tx.query.selectFrom('webhook').select(['id', 'events']).where('paused', '=', '').execute()
  const listeners = hooks.map(({ id, events }) => ({ id, events: events.split(' ') }))
  if (!listeners.some(({ events }) => types.some((type) => events.includes(type)))) return
  const at = isoNow(deps.clock)
  const rows = (await read()).flatMap((event) => {
    const wanted = listeners.filter(({ events }) => events.includes(event.type))
    const { type, subject, seq, owner = '' } = event
    const whole = wanted.length > 0 ? bodyOf(type, at, event.data) : ''
    const payload = Buffer.byteLength(whole) <= limits.webhookBytes ? whole : bodyOf(type, at, event.short)
    return wanted.map(({ id }) => ({ kind: 'webhook' as const, target: id, event: type, subject, seq, owner, payload }))
  })
  await enqueue(deps, tx, ...rows)
}

/** Removes an account's data from what was or will be sent: of events of its orders, only id, reference and state are left. */
export async function forgetOwner(tx: Db, owner: string): Promise<void> {
  await tx.query.deleteFrom('outbox').where('owner', '=', owner).where('kind', '<>', 'webhook').execute()
  for (;;) {
    const some = tx.query.selectFrom('outbox').select(['id', 'payload']).where('owner', '=', owner).limit(20)
    const rows = await some.execute()
    if (rows.length === 0) return
    for (const row of rows) {
      const { type, timestamp, data } = payloadOf<{ type: string; timestamp: string; data: ShortOrder }>(row)
      const payload = bodyOf(type, timestamp, shortOrder(data))
      await tx.query.updateTable('outbox').set({ payload, owner: '' }).where('id', '=', row.id).execute()
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
export const shortOrder = ({ _id, reference, created_at, state, version }: ShortOrder): ShortOrder => ({
  _id,
  reference,
  created_at,
  state,
  version,
})
