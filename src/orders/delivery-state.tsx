import { Badge } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { OutboxRow } from '../db/rows.ts'
import { Time } from '../ui/date-text.tsx'
import type { ShownOrder } from './shown-order.ts'

/** Whether an order is sent, as a badge. Without an entry on this device it is on the server. */
export function DeliveryState({ order }: { order: ShownOrder }) {
  const state = order.row?.state ?? 'done'
  return (
    <Badge colorPalette={palettes[state]}>
      {/* one flex item, even with a date inside */}
      <span>
        <StateText row={order.row} sent={order.createdAt} />
      </span>
    </Badge>
  )
}

const palettes: Record<OutboxRow['state'], string> = {
  queued: 'orange',
  sending: 'orange',
  'waiting-login': 'orange',
  attention: 'red',
  done: 'green',
}

function StateText({ row, sent }: { row: OutboxRow | undefined; sent: string | number }) {
  if (row === undefined || row.state === 'done')
    return (
      <Trans>
        Sent <Time at={row?.sentAt ?? sent} />
      </Trans>
    )
  if (row.state === 'attention') return <Trans>Needs your attention</Trans>
  if (row.state === 'waiting-login') return <Trans>Log in to send</Trans>
  // also while it is being sent: there may be no answer
  return <Trans>Waiting for a connection</Trans>
}
