import { Badge, Box } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { OrderEvent } from '../../contract/order-events.ts'
import { isOver } from '../../contract/order-state.ts'

/** Marks a message or an offer that has come while the order was open. */
export function NewMark() {
  return (
    <Badge colorPalette="accent">
      <Trans context="badge of a message or offer that has just come">New</Trans>
    </Badge>
  )
}

interface ArrivalStatusProps {
  arrivals: readonly OrderEvent[]
  /** by the server's clock, ms since 1970 */
  now: number
}

/** Tells a screen reader of the newest event that has come while the order was open, once. */
export function ArrivalStatus({ arrivals, now }: ArrivalStatusProps) {
  const newest = arrivals.at(-1)
  return (
    <Box srOnly role="status">
      {newest && (
        <span key={newest._id}>
          <Arrival event={newest} now={now} />
        </span>
      )}
    </Box>
  )
}

function Arrival({ event: { kind, by, offer }, now }: { event: OrderEvent; now: number }) {
  if (kind === 'message') return <Trans>New message from {by.name}</Trans>
  // an offer whose validity is over can no longer be accepted
  if (typeof offer === 'object' && !isOver(offer, now)) return <Trans>New offer from {by.name}</Trans>
  return (
    <Trans comment="said to screen readers: the request was accepted, declined, turned down …">
      News from {by.name}
    </Trans>
  )
}
