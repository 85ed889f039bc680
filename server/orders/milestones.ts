import type { Offer } from '../../contract/offers.ts'
import type { OrderEventInput, Side } from '../../contract/order-events.ts'
import type { Thread } from '../../contract/order-state.ts'
import type { Loaded } from '../../contract/shipment/milestones.ts'
import { toldSteps } from '../../contract/shipment/milestones.ts'
import { containersOf, foldShipment } from '../../contract/shipment/shipment-state.ts'
import { forgetMilestone } from '../outgoing/waiting-mails-table.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderEventRow } from '../platform/db/order-rows.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { listMilestones } from './order-events-table.ts'
import { toEvent } from './order-view.ts'
import { wrongLoaded } from './read-milestone.ts'

interface Reported {
  orderId: string
  event: OrderEventInput
  side: Side
  thread: Thread
}

/** Refuses a milestone or its correction that cannot be added to an accepted order. */
export async function refuseMilestone(tx: Handle, { orderId, event, side, thread }: Reported): Promise<void> {
  if (event.kind === 'milestone') {
    const wrong = event.loaded && thread.current ? wrongLoaded(thread.current.offer, event.loaded) : []
    if (wrong.length > 0) throw refuseFields(...wrong)
  }
  if (event.kind !== 'correct') return
  const of = (await listMilestones(tx, orderId)).find(({ id }) => id === event.of)
  if (of?.kind !== 'milestone') throw refuseFields({ path: 'of', rule: 'milestoneOfOrder' })
  if (side !== 'shop' && of.side !== side) throw refuse('not-your-side')
}

/** Where the shipment of an order stands after a milestone or a correction, which is added to the row; other rows stay. */
export async function withShipment(tx: Handle, row: OrderEventRow, { current }: Thread): Promise<OrderEventRow> {
  if ((row.kind !== 'milestone' && row.kind !== 'correct') || !current) return row
  const earlier = await listMilestones(tx, row.order_id)
  const shipment = foldShipment(current.offer, [...earlier, row].map(toEvent))
  return { ...row, shipment_seq: row.seq, shipment: JSON.stringify(shipment) }
}

/** The containers of an accepted offer that count, in the order in which they were reported. */
export async function listContainers(db: Handle, orderId: string, offer: Offer): Promise<Loaded[]> {
  return containersOf(offer, (await listMilestones(db, orderId)).map(toEvent))
}

/** Takes back what has not left the shop about a corrected milestone. */
export async function forgetCorrected(tx: Handle, orderId: string, event: OrderEventInput): Promise<void> {
  if (event.kind !== 'correct') return
  const of = (await listMilestones(tx, orderId)).find(({ id }) => id === event.of)
  if (of) await forgetMilestone(tx, orderId, of.seq)
}

/** Whether the other side is told of an event: of a milestone only where the goods are on their way, of a correction never. */
export function isTold({ kind, step }: { kind: OrderEventInput['kind']; step?: string | undefined }): boolean {
  if (kind === 'correct') return false
  return kind !== 'milestone' || toldSteps.some((each) => each === step)
}
