import { Box, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Side } from '../../contract/order-events.ts'
import type { OrderView } from '../db/read-orders.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Age } from '../ui/date-text.tsx'
import { Panel } from '../ui/page.tsx'
import { DealSentence } from './deal-sentence.tsx'
import { EventTitle } from './event-title.tsx'

/** A longer message is cut: the thread has it whole. */
const shownLength = 120

interface DealCardProps {
  view: OrderView
  /** who reads it */
  side: Side
  /** what has just happened; it has the focus */
  outcome: ReactNode
  /** the next buttons */
  children: ReactNode
}

/** On top of an order: where it stands, whose turn it is, what was said last, and what can be done now. */
export function DealCard({ view, side, outcome, children }: DealCardProps) {
  return (
    <Panel titleId="deal" title={<Trans comment="title of the card that says where a request stands">Now</Trans>}>
      {outcome}
      <Text fontSize="lg" lineHeight="1.4" overflowWrap="anywhere">
        <DealSentence view={view} side={side} />
      </Text>
      <LastSaid view={view} />
      <Box _empty={{ display: 'none' }}>
        <ButtonRow>{children}</ButtonRow>
      </Box>
    </Panel>
  )
}

/** The last thing that was said on the server, without what waits on this device. */
function LastSaid({ view: { order } }: { view: OrderView }) {
  const { t } = useLingui()
  const last = order.events.at(-1)
  if (!last) return null
  const words = last.text ?? last.note ?? ''
  const cut = words.length > shownLength ? `${words.slice(0, shownLength).trimEnd()} …` : words
  return (
    <Text color="fg.muted" fontSize="sm" lineClamp={2} overflowWrap="anywhere">
      <Trans comment="the last thing that was said on a request, then who said it and how long ago">Last:</Trans>{' '}
      <EventTitle event={last} thread={order} />
      {cut && (
        <>
          {' '}
          <bdi>{t`“${cut}”`}</bdi>
        </>
      )}{' '}
      · <bdi>{last.by.name}</bdi> · <Age at={last.at} />
    </Text>
  )
}
