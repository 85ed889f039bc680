import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { OrderEvent, Side } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useServerNow } from '../db/use-orders.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { Panel } from '../ui/page.tsx'
import { EarlierMessages } from './earlier-messages.tsx'
import { EventActions, useEventChanges } from './event-actions.tsx'
import { MessageForm } from './message-form.tsx'
import { ArrivalStatus } from './new-mark.tsx'
import { type ThreadEntry, waitingEntry } from './shown-order.ts'
import { ThreadTimeline } from './thread-timeline.tsx'
import { useDecision } from './use-decision.tsx'

const CorrectButton = lazyPart(() =>
  import('./shipment/shipment-part.tsx').then(({ shipmentParts }) => shipmentParts.CorrectButton),
)
const SaveAllFiles = lazyPart(() => import('./files/save-all-files.tsx').then((module) => module.SaveAllFiles))

interface ThreadPartProps {
  order: Pick<Order, '_id' | 'reference'>
  /** who asked, and when; `pending` while the request itself is not sent */
  request: Pick<ThreadEntry, 'at' | 'pending'> & { name: string }
  /** absent while the request itself is not sent */
  thread?: Order
  /** events that are still pending on this device */
  waiting: readonly EventRow[]
  userId: string
  side: Side
}

/** The thread of a request, with a form for a message to the other side. */
export function ThreadPart({ order, request, thread, waiting, userId, side }: ThreadPartProps) {
  const { clock } = useDeps()
  const decision = useDecision({ ...order, events: thread?.events ?? [] })
  const serverNow = useServerNow()
  const arrivals = useArrivals(thread?.events ?? [], side)
  const changes = useEventChanges()
  const actionsOf = (id: string) => {
    const row = waiting.find((each) => each.id === id)
    // the seller's own notice changes an offer, and the part of the shipment a step
    return (
      row && !['offer', 'milestone'].includes(row.payload.body.kind) && <EventActions row={row} changes={changes} />
    )
  }
  const correctionOf = ({ _id, step, on, by }: OrderEvent) => {
    if (!step || !on || !thread || thread.sealed || (side === 'buyer' && by.side !== 'buyer')) return null
    return (
      <CorrectButton order={thread} milestone={{ step, on, _id }} userId={userId} side={side} decision={decision} />
    )
  }
  return (
    <Panel titleId="thread" title={<Trans>What was said</Trans>}>
      {thread && <EarlierMessages order={thread} userId={userId} />}
      <ThreadTimeline
        orderId={order._id}
        request={request}
        thread={thread ?? { events: [], orderItems: [] }}
        waiting={waiting.map((row) => waitingEntry(row, side))}
        actionsOf={actionsOf}
        correctionOf={correctionOf}
        arrivals={arrivals}
        now={clock.now()}
      />
      <ArrivalStatus arrivals={arrivals} now={serverNow} />
      {changes.part}
      {decision.outcome}
      {thread && <SaveAllFiles order={thread} userId={userId} />}
      {request.pending !== 'attention' && !thread?.sealed && !thread?.buyerGone && (
        <MessageForm
          orderId={order._id}
          userId={userId}
          onSend={({ id, ...message }) => decision.add({ id, body: { kind: 'message', ...message } })}
        />
      )}
    </Panel>
  )
}

/** The other side's events that have come while this screen was open, oldest first. */
export function useArrivals(events: readonly OrderEvent[], side: Side): OrderEvent[] {
  // by number, since earlier events may be fetched
  const [newest] = useState(() => events.at(-1)?.seq ?? 0)
  return events.filter(({ seq, by }) => by.side !== side && seq > newest)
}
