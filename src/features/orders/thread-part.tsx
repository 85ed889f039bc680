import { Trans } from '@lingui/react/macro'
import type { Side } from '../../../contract/event-kinds.ts'
import type { Order } from '../../../contract/orders.ts'
import { useServerNow } from '../../data/orders/use-orders.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { EarlierMessages } from '../../ui/offers/earlier-messages.tsx'
import { MessageForm } from '../../ui/offers/message-form.tsx'
import { ArrivalStatus } from '../../ui/offers/new-mark.tsx'
import { type ThreadEntry, ThreadTimeline } from '../../ui/offers/thread-timeline.tsx'
import { useAddEvent } from '../../ui/offers/use-add-event.ts'
import { useArrivals } from '../../ui/offers/use-arrivals.ts'
import { WaitingChange } from '../../ui/offers/waiting-change.tsx'
import { waitingEntries } from '../../ui/offers/waiting-entries.ts'
import { Panel } from '../../ui/panel.tsx'

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
  const say = useAddEvent(order)
  const serverNow = useServerNow()
  const arrivals = useArrivals(thread?.events ?? [], side)
  const [said, sayHere] = useSaid()
  const actionsOf = (id: string) => {
    const row = waiting.find((each) => each.id === id)
    // the desk's own notice changes an offer
    return row && row.payload.body.kind !== 'offer' && <WaitingChange row={row} onChanged={sayHere} />
  }
  return (
    <Panel titleId="thread" title={<Trans>What was said</Trans>}>
      {thread && <EarlierMessages order={thread} userId={userId} />}
      <ThreadTimeline
        request={request}
        thread={thread ?? { events: [] }}
        waiting={waitingEntries(waiting, side)}
        actionsOf={actionsOf}
        arrivals={arrivals}
        now={clock.now()}
      />
      <ArrivalStatus arrivals={arrivals} now={serverNow} />
      {said}
      {request.pending !== 'attention' && !thread?.sealed && (
        <MessageForm
          orderId={order._id}
          userId={userId}
          onSend={async ({ id, text }) => (await say({ id, body: { kind: 'message', text } })) === 'done'}
        />
      )}
    </Panel>
  )
}
