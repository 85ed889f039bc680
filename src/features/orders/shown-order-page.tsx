import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import { orderReference } from '../../../contract/reference.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import type { OrderView } from '../../orders/read.ts'
import { Icon } from '../../ui/icon.tsx'
import { offersOf } from '../../ui/offers/thread-offers.ts'
import { OrderAgain } from '../../ui/order-again.tsx'
import { Page } from '../../ui/page.tsx'
import { PushSwitch } from '../../ui/push-switch.tsx'
import { useSession } from '../../ui/session.ts'
import { EventTrouble } from './event-trouble.tsx'
import { goToMessage } from './go-to.ts'
import { OfferNotice } from './offer-notice.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OrderThread } from './order-thread.tsx'
import type { ShownOrder } from './shown-order.ts'
import { ThreadPart } from './thread-part.tsx'
import { WaitingAnswer } from './waiting-answer.tsx'
import { WishesPanel } from './wishes-panel.tsx'

const OfferPaper = lazy(() => import('./offer-paper.tsx').then((module) => ({ default: module.OfferPaper })))

/** What is printed: the offer if there is one, unless the user has chosen the request. */
type Printed = 'request' | 'offer'

interface ShownOrderPageProps {
  order: ShownOrder
  /** the buyer's events of a request that is not sent yet */
  events: readonly EventRow[]
  desk: ReactNode
}

/** The screen of an order. */
export function ShownOrderPage({ order, events, desk }: ShownOrderPageProps) {
  const { t } = useLingui()
  const session = useSession()
  const [choice, setChoice] = useState<Printed>()
  const reference = order.reference || orderReference(order.id)
  const { view } = order
  const currentId = view && findCurrentOffer(view.order.events)?.id
  const offer = view && offersOf(view.order.events).find(({ id }) => id === currentId)
  const printed = offer ? (choice ?? 'offer') : 'request'
  const printNow = (what: Printed) => {
    flushSync(() => setChoice(what))
    print()
  }
  return (
    <Page
      title={t`Quote request ${reference}`}
      isPaperTitled={printed === 'offer'}
      heading={
        <Trans>
          Quote request{' '}
          <Text as="span" whiteSpace="nowrap">
            {reference}
          </Text>
        </Trans>
      }
      actions={
        <>
          {!session?.isAdmin && <OrderAgain items={order.items} />}
          {(view || order.row?.state !== 'attention') && (
            <Button onClick={goToMessage}>
              <Icon name="chat" />
              <Trans>Write a message</Trans>
            </Button>
          )}
          <Button onClick={() => printNow('request')}>
            <Icon name="print" />
            <Trans comment="button: print this page">Print</Trans>
          </Button>
        </>
      }
    >
      {(order.row || view) && (
        <Stack gap="4" _print={{ display: 'none' }} _empty={{ display: 'none' }}>
          {order.row && <OrderProgress row={order.row} />}
          {view && !session?.isAdmin && <Notices view={view} />}
        </Stack>
      )}
      {view && session && !session.isAdmin && (
        <Box _print={{ display: 'none' }} _empty={{ display: 'none' }}>
          <PushSwitch
            session={session}
            label={<Trans>Tell me when the answer comes</Trans>}
            activeText={<Trans>This device tells you when we answer, also while the shop is closed.</Trans>}
          />
        </Box>
      )}
      <Box _print={printed === 'offer' ? { display: 'none' } : {}}>
        <OrderSheet order={{ ...order, reference }} />
      </Box>
      <Stack gap="7" _print={{ display: 'none' }}>
        <WishesPanel wishes={order.wishes} />
        {view && session && (
          <OrderThread view={view} session={session} desk={desk} onPrintOffer={() => printNow('offer')} />
        )}
        {!view && order.row && (order.row.state !== 'attention' || events.length > 0) && (
          <ThreadPart
            order={{ _id: order.id, reference }}
            request={{
              name: order.user.name,
              at: order.createdAt,
              pending: order.row.state === 'attention' ? 'attention' : 'not-sent',
            }}
            events={[]}
            waiting={events}
            userId={order.row.userId}
            side="buyer"
          />
        )}
      </Stack>
      {view && offer && (
        <Suspense fallback={null}>
          <OfferPaper order={view.order} offer={offer} isPrinted={printed === 'offer'} />
        </Suspense>
      )}
    </Page>
  )
}

/** What needs the buyer's attention, above the order. */
function Notices({ view }: { view: OrderView }) {
  const { order, state, waiting } = view
  const refused = waiting.filter((row) => row.state === 'attention')
  const pending = waiting.filter((row) => row.state !== 'attention')
  return (
    <>
      {refused.map((row) => (
        <EventTrouble key={row.id} row={row} order={order} state={state} />
      ))}
      <WaitingAnswer rows={pending} order={order} />
      {state === 'offered' && waiting.length === 0 && <OfferNotice order={order} />}
    </>
  )
}
