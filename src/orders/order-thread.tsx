import { Box, Button, Heading, Stack, Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isOpen, isOver } from '../../contract/order-state.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { hasDecisionHere, type OrderView, useServerNow } from '../db/read-orders.ts'
import type { Session } from '../db/rows.ts'
import { readerOf } from '../db/session.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { Panel } from '../ui/page.tsx'
import { OfferChanges } from './offer-changes.tsx'
import { OfferSheet } from './offer-sheet.tsx'
import { Mark } from './order-state-badge.tsx'
import { itemsOf, type NumberedOffer, offersOf } from './shown-order.ts'
import { ThreadPart, useArrivals } from './thread-part.tsx'
import { type Decision, DecisionButton } from './use-decision.tsx'

interface EarlierOffersProps {
  offers: readonly NumberedOffer[]
  currentId: string | undefined
  items: readonly OrderItem[]
}

/** Offers that are no longer current, collapsed, each with the changes of the next one. */
function EarlierOffers({ offers, currentId, items }: EarlierOffersProps) {
  const earlier = offers.filter(({ id }) => id !== currentId)
  if (earlier.length === 0) return null
  return (
    <Panel titleId="earlier-offers" title={<Trans>Earlier offers</Trans>}>
      {earlier.map((offer) => {
        const { id, number, at } = offer
        const next = offers.find((each) => each.number === number + 1)
        const title = (
          <Trans>
            Offer {number} of <Time at={at} />
          </Trans>
        )
        return (
          <Disclosure key={id} title={title}>
            <Stack gap="4" padding="0.5rem 0.5rem 1rem">
              {next && next.id !== currentId && <Changed before={offer} after={next} items={items} />}
              <OfferSheet offer={offer} items={items} />
            </Stack>
          </Disclosure>
        )
      })}
    </Panel>
  )
}

interface ChangedProps {
  before: NumberedOffer
  after: NumberedOffer
  items: readonly OrderItem[]
}

function Changed({ before, after, items }: ChangedProps) {
  return (
    <Stack gap="1">
      <Heading as="h3" fontSize="md" fontWeight="semibold">
        <Trans>What changed in offer {ph({ number: after.number })}</Trans>
      </Heading>
      <OfferChanges before={before.offer} after={after.offer} items={items} />
    </Stack>
  )
}

const ShareOffer = lazyPart(() => import('./share-offer.tsx').then((module) => module.ShareOffer))

interface OrderThreadProps {
  view: OrderView
  session: Session
  offer: NumberedOffer | undefined
  decision: Decision
  onPrintOffer: () => void
}

export function OrderThread({ view, session, offer, decision, onPrintOffer }: OrderThreadProps) {
  const { order, state, waiting } = view
  const { events } = order
  const items = itemsOf(order)
  const { t } = useLingui()
  const [isSharing, setSharing] = useState(false)
  const now = useServerNow()
  const isShared = offer && !order.sealed && !isOver(offer.offer, now)
  const { side } = readerOf(session)
  const isBuyer = side === 'buyer'
  const arrivals = useArrivals(events, side)
  const offers = offersOf(order)
  // a deal at other terms is compared with its offer
  const isDeal = offer && offers.every(({ id }) => id !== offer.id)
  const before = offers.find(({ number }) => number === (offer?.number ?? 0) - (isDeal ? 0 : 1))
  const isAnswered = hasDecisionHere(waiting, 'refused')
  return (
    <>
      {offer && (
        <Panel titleId="our-offer" title={<Trans>Our offer</Trans>}>
          {state === 'offered' && arrivals.some(({ _id }) => _id === offer.id) && (
            <Box>
              <Mark kind="new" />
            </Box>
          )}
          {before && <Changed before={before} after={offer} items={items} />}
          <OfferSheet offer={offer} items={itemsOf(order)} now={state === 'offered' ? now : undefined} />
          {isBuyer && state === 'expired' && <Text color="fg.muted">{t`This offer has expired.`}</Text>}
          <ButtonRow>
            <Button onClick={onPrintOffer}>
              <Icon name="print" />
              <Trans>Print offer</Trans>
            </Button>
            {isShared && (
              <Button aria-expanded={isSharing} onClick={() => setSharing(!isSharing)}>
                {t({ message: 'Share', comment: 'button: shares a product, a search or an offer' })}
              </Button>
            )}
          </ButtonRow>
          {isShared && isSharing && <ShareOffer order={order} offer={offer} isStaff={!isBuyer} />}
        </Panel>
      )}
      <EarlierOffers offers={offers} currentId={offer?.id} items={items} />
      <ThreadPart
        order={order}
        request={{ name: order.user.name, at: order.created_at, writtenBy: order.writtenBy }}
        thread={order}
        waiting={waiting}
        userId={session.userId}
        side={side}
      />
      {isBuyer && isOpen(state) && !isAnswered && (
        <ButtonRow>
          <DecisionButton
            colorPalette="red"
            decision={decision}
            question={{
              title: t`Cancel this request?`,
              action: t({ message: 'Cancel request', comment: 'button: the buyer takes the request for a quote back' }),
              cancel: t`Keep`,
              bodyOf: () => ({ kind: 'cancel' }),
              words: { sent: <Trans>The request is cancelled. The shop knows it.</Trans> },
              children: <Trans>We will stop working on it. You can ask again at any time.</Trans>,
            }}
          />
        </ButtonRow>
      )}
    </>
  )
}
