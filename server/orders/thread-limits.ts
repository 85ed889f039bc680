import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { isDecision, type Side } from '../../contract/order-events.ts'
import { day, isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderEventRow, OrderRow, SaidColumns } from '../platform/db/order-rows.ts'
import { findBuckets, hitBuckets } from '../platform/rate-limits.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** Whether an event counts: a message, a milestone, and the shop's offers: there may be any number of these. */
function counts(kind: OrderEventInput['kind'], side: Side): boolean {
  return !isDecision(kind) || (kind === 'offer' && side === 'shop')
}

interface Saying {
  order: Pick<OrderRow, 'id'> & SaidColumns
  kind: OrderEventInput['kind']
  side: Side
}

const bucketOf = ({ order, side }: Saying) => `thread-${side}:${order.id}`

/** Refuses with `thread-full` when this side has written enough on the order today or in all. Reads no event. */
export async function refuseFullThread(deps: ServiceDeps, db: Handle, saying: Saying): Promise<void> {
  const { order, kind, side } = saying
  if (!counts(kind, side)) return
  const times = side === 'shop' ? limits.shopWrites : 1
  const isFull =
    order[`${side}_said`] >= limits.threadMessages * times || order[`${side}_bytes`] >= limits.threadBytes * times
  const [said] = isFull ? [] : await findBuckets(db, [bucketOf(saying)], isoNow(deps.clock))
  const isTooMuch = isFull || (said?.hits ?? 0) >= limits.threadMessagesPerDay * times
  if (isTooMuch) throw refuse('thread-full')
}

/** Counts an event of the day, in its transaction; returns the order's counters after it. */
export async function countSaid(
  deps: ServiceDeps,
  tx: Handle,
  { row, ...saying }: Saying & { row: Pick<OrderEventRow, 'body'> },
): Promise<Partial<SaidColumns>> {
  const { order, kind, side } = saying
  if (!counts(kind, side)) return {}
  const hit = { bucket: bucketOf(saying), hits: 1, ends_at: isoNow(deps.clock, day) }
  await hitBuckets(tx, [hit], isoNow(deps.clock))
  const bytes = order[`${side}_bytes`] + Buffer.byteLength(row.body)
  return { [`${side}_said`]: order[`${side}_said`] + 1, [`${side}_bytes`]: bytes }
}
