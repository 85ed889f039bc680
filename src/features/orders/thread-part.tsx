import { Trans } from '@lingui/react/macro'
import type { Side } from '../../../contract/event-kinds.ts'
import type { OrderView } from '../../orders/read.ts'
import { useDeps } from '../../ui/deps.tsx'
import { MessageForm } from '../../ui/offers/message-form.tsx'
import { ThreadTimeline } from '../../ui/offers/thread-timeline.tsx'
import { useSay } from '../../ui/offers/use-say.ts'
import { waitingEntries } from '../../ui/offers/waiting-entries.ts'
import { Panel } from '../../ui/panel.tsx'

interface ThreadPartProps {
  view: OrderView
  userId: string
  side: Side
}

/** All that was said on a request, and a message to the other side. */
export function ThreadPart({ view: { order, waiting }, userId, side }: ThreadPartProps) {
  const { sync } = useDeps()
  const say = useSay(order)
  return (
    <Panel as="section" aria-labelledby="thread" titleId="thread" title={<Trans>What was said</Trans>}>
      <ThreadTimeline
        request={{ name: order.user.name, at: order.created_at }}
        events={order.events}
        waiting={waitingEntries(waiting, side)}
      />
      <MessageForm
        orderId={order._id}
        userId={userId}
        onSend={async (text) => (await say({ id: sync.newId(), body: { kind: 'message', text } })) === 'done'}
      />
    </Panel>
  )
}
