import { useState } from 'react'
import type { Side } from '../../../contract/event-kinds.ts'
import type { OrderEvent } from '../../../contract/order-events.ts'

/** The other side's events that have come while this screen was open, oldest first. */
export function useArrivals(events: readonly OrderEvent[], side: Side): OrderEvent[] {
  // by number, since earlier events may be fetched
  const [newest] = useState(() => events.at(-1)?.seq ?? 0)
  return events.filter(({ seq, by }) => by.side !== side && seq > newest)
}
