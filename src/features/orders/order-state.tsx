import { Badge } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { OutboxRow } from '../../db/rows.ts'
import { Time } from '../../ui/dates.tsx'
import type { ShownOrder } from './shown-order.ts'

/** The state of an order in two or three words. Without an entry on this device the server has it. */
export function OrderState({ order }: { order: ShownOrder }) {
  const state = order.row?.state ?? 'done'
  return (
    <Badge colorPalette={palettes[state]}>
      {/* one part of the badge's row, also where it has a date in it */}
      <span>
        <StateWords row={order.row} sent={order.createdAt} />
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

function StateWords({ row, sent }: { row: OutboxRow | undefined; sent: string | number }) {
  if (row === undefined || row.state === 'done')
    return (
      <Trans>
        Sent <Time at={row?.sentAt ?? sent} />
      </Trans>
    )
  if (row.state === 'attention') return <Trans>Needs your attention</Trans>
  if (row.state === 'waiting-login') return <Trans>Waiting for you to log in</Trans>
  // also while a try is on its way: it may get no answer
  return <Trans>Waiting for a connection</Trans>
}
