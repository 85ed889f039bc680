import { isReference } from '../../contract/reference.ts'
import { dropFiles } from '../files/clean-files.ts'
import { listKeysOf } from '../files/order-files.ts'
import { forgetSubject } from '../outbox/outbox.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import { type Actor, logDeletion, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import { markKeyDeleted } from '../platform/idempotency.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deleteOfferLinksOf } from './offer-links-table.ts'
import { recordChange } from './order-changes.ts'
import { noOrder } from './order-view.ts'
import * as orders from './orders-table.ts'

interface Deletion {
  id: string
  actor: Actor
  /** the order's reference, typed to confirm the deletion of an accepted order */
  reference?: string | undefined
}

/** Removes a locked order and leaves a tombstone, so that a late retry does not create it again. */
async function erase(deps: ServiceDeps, tx: Handle, order: orders.StoredOrder): Promise<void> {
  const { id, buyer_id } = order
  const at = isoNow(deps.clock)
  await recordChange(tx, order, { at, isDeleted: true })
  await orders.deleteOrder(tx, id)
  await forgetSubject(tx, `order:${id}`)
  await markKeyDeleted(tx, { id, owner_id: buyer_id, payload_hash: '', created_at: at })
}

/** Turns a locked order into a copy for reading: both sides have made a deal. */
async function seal(deps: ServiceDeps, tx: Handle, order: orders.StoredOrder): Promise<void> {
  const at = isoNow(deps.clock)
  await recordChange(tx, order, { at })
  await deleteOfferLinksOf(tx, order.id)
  await orders.sealOrder(tx, order.id, at)
}

/**
 * Deletes an order. Of an accepted one a copy for reading stays, to which nothing can be added. Refuses with `not-found`, and for
 * accepted ones with `reference-needed` and `order-sealed`.
 */
export async function deleteOrder(deps: ServiceDeps, { id, actor, reference = '' }: Deletion): Promise<void> {
  const files = await transactAs(deps, actor, async (tx) => {
    const order = await orders.lockOrder(tx, id)
    if (!order) throw noOrder
    if (order.sealed_at !== null) throw refuse('order-sealed')
    const isAccepted = order.state === 'accepted'
    if (isAccepted && !isReference(reference, order.reference)) throw refuse('reference-needed')
    const changes = changesOf('order', { buyer: order.buyer_name, state: order.state }, undefined)
    const thing = { id, name: order.reference }
    const kind = isAccepted ? 'order-sealed' : 'order-deleted'
    await recordActions(deps, tx, [{ by: actor, kind, thing, changes }])
    const keys = isAccepted ? [] : await listKeysOf(tx, id)
    await (isAccepted ? seal : erase)(deps, tx, order)
    return keys
  })
  logDeletion(deps, { kind: 'order', id, actor })
  await dropFiles(deps, files)
}
