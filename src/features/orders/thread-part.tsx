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
  /** who asked and when; `pending` as long as the request itself is on this device only */
  request: Pick<ThreadEntry, 'at' | 'pending'> & { name: string }
  events: readonly OrderEvent[]
  /** what was said here and has not reached the server */
  waiting: readonly EventRow[]
  userId: string
  side: Side
}

/** All that was said on a request, and a message to the other side. */
export function ThreadPart({ order, request, events, waiting, userId, side }: ThreadPartProps) {
  const { clock } = useDeps()
  const say = useSay(order)
  return (
    <Panel as="section" aria-labelledby="thread" titleId="thread" title={<Trans>What was said</Trans>}>
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
