import { Trans } from '@lingui/react/macro'
import type { Side } from '../../../contract/event-kinds.ts'
import type { OrderEvent } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { useDeps } from '../../ui/deps.tsx'
import { MessageForm } from '../../ui/offers/message-form.tsx'
import { type ThreadEntry, ThreadTimeline } from '../../ui/offers/thread-timeline.tsx'
import { useSay } from '../../ui/offers/use-say.ts'
import { waitingEntries } from '../../ui/offers/waiting-entries.ts'
import { Panel } from '../../ui/panel.tsx'

interface ThreadPartProps {
  order: Pick<Order, '_id' | 'reference'>
  /** who asked, and when; `pending` while the request itself is not sent */
  request: Pick<ThreadEntry, 'at' | 'pending'> & { name: string }
  events: readonly OrderEvent[]
  /** events that are still pending on this device */
  waiting: readonly EventRow[]
  userId: string
  side: Side
}

/** The thread of a request, with a form for a message to the other side. */
export function ThreadPart({ order, request, events, waiting, userId, side }: ThreadPartProps) {
  const { clock } = useDeps()
  const say = useSay(order)
  return (
    <Panel titleId="thread" title={<Trans>What was said</Trans>}>
      <ThreadTimeline request={request} events={events} waiting={waitingEntries(waiting, side)} now={clock.now()} />
      {request.pending !== 'attention' && (
        <MessageForm
          orderId={order._id}
          userId={userId}
          onSend={async ({ id, text }) => (await say({ id, body: { kind: 'message', text } })) === 'done'}
        />
      )}
    </Panel>
  )
}
