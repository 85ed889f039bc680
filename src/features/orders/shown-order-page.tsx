import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasRight } from '../../../contract/accounts.ts'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import { orderReference } from '../../../contract/reference.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { MessageButton } from '../../parts/offers/go-to.tsx'
import { OrderAgain } from '../../parts/offers/order-again.tsx'
import { offersOf } from '../../parts/offers/thread-offers.ts'
import { useDecision } from '../../parts/offers/use-decision.tsx'
import { Page } from '../../parts/page.tsx'
import { Icon } from '../../ui/icon.tsx'
import { latePart } from '../../ui/loading/late-part.tsx'
import { BuyerDeal } from './buyer-deal.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OrderThread } from './order-thread.tsx'
import type { ShownOrder } from './shown-order.ts'
import { ThreadPart } from './thread-part.tsx'
import { WishesPanel } from './wishes-panel.tsx'

const WhereIsMyFish = latePart(() =>
  import('../../parts/shipment/shipment-parts.ts').then(({ shipmentParts }) => shipmentParts.WhereIsMyFish),
)
const OfferPaper = latePart(() => import('./offer-paper.tsx').then((module) => module.OfferPaper))

/** What is printed: the offer if there is one, unless the user has chosen the request. */
type Printed = 'request' | 'offer'

interface ShownOrderPageProps {
  order: ShownOrder
  /** the buyer's events of a request that is not sent yet */
  events: readonly EventRow[]
  /** an administrator's top of the screen: where the request stands, and the actions */
  desk: ReactNode
  /** an administrator's part with the papers of an accepted order */
  papers: ReactNode
  /** an administrator's way back to the board */
  back: ReactNode
  /** what else an administrator can do with the order */
  menu: ReactNode
}

/** The screen of an order. */
export function ShownOrderPage({ order, events, desk, papers, back, menu }: ShownOrderPageProps) {
  const { t } = useLingui()
  const session = useSession()
  const [choice, setChoice] = useState<Printed>()
  const reference = order.reference || orderReference(order.id)
  const { view } = order
  const decision = useDecision({ _id: order.id, reference, events: view?.order.events ?? [] })
  const currentId = view && findCurrentOffer(view.order)?.id
  const offer = view && offersOf(view.order).find(({ id }) => id === currentId)
  const printed = offer ? (choice ?? 'offer') : 'request'
  const printNow = (what: Printed) => {
    flushSync(() => setChoice(what))
    print()
  }
  const sheet = (
    <Fragment key="sheet">
      <Box _print={printed === 'offer' ? { display: 'none' } : {}}>
        <OrderSheet order={{ ...order, reference }} />
      </Box>
      <Box _print={{ display: 'none' }} _empty={{ display: 'none' }}>
        <WishesPanel wishes={order.wishes} />
      </Box>
    </Fragment>
  )
  const thread = (
    <Stack key="thread" gap="7" _print={{ display: 'none' }}>
      {view && session && (
        <OrderThread
          view={view}
          session={session}
          offer={offer}
          decision={decision}
          onPrintOffer={() => printNow('offer')}
        />
      )}
      {!view && order.row && (order.row.state !== 'attention' || events.length > 0) && (
        <ThreadPart
          order={{ _id: order.id, reference }}
          request={{
            name: order.user.name,
            at: order.createdAt,
            pending: order.row.state === 'attention' ? 'attention' : 'not-sent',
          }}
          waiting={events}
          userId={order.row.userId}
          side="buyer"
        />
      )}
    </Stack>
  )
  return (
    <Page
      title={t`Quote request ${reference}`}
      isPaperTitled={printed === 'offer'}
      heading={
        <Trans>
          Quote request{' '}
          <Text as="span" display="inline-block">
            {reference}
          </Text>
        </Trans>
      }
      actions={
        <>
          {back}
          {!session?.isAdmin && <OrderAgain items={order.items} />}
          {!view && order.row?.state !== 'attention' && <MessageButton />}
          <Button onClick={() => printNow('request')}>
            <Icon name="print" />
            <Trans comment="button: print this page">Print</Trans>
          </Button>
          {menu}
        </>
      }
    >
      {order.row && (
        <Box _print={{ display: 'none' }} _empty={{ display: 'none' }}>
          <OrderProgress row={order.row} />
        </Box>
      )}
      {view && session && !hasRight(session, 'orders') && (
        <BuyerDeal view={view} offer={offer} session={session} decision={decision} />
      )}
      {desk}
      {view?.order.shipment && session && (
        <Box _print={{ display: 'none' }}>
          <WhereIsMyFish
            view={view}
            shipment={view.order.shipment}
            userId={session.userId}
            side={hasRight(session, 'orders') ? 'shop' : 'buyer'}
          />
        </Box>
      )}
      <Box _print={{ display: 'none' }} _empty={{ display: 'none' }}>
        {papers}
      </Box>
      {offer ? [thread, sheet] : [sheet, thread]}
      {view && offer && <OfferPaper order={view.order} offer={offer} isPrinted={printed === 'offer'} />}
    </Page>
  )
}
