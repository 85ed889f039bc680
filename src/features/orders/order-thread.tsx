import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { hasRight } from '../../../contract/accounts.ts'
import { isDecision } from '../../../contract/order-events.ts'
import { isFinal, isOver } from '../../../contract/order-state.ts'
import type { OrderView } from '../../data/orders/read.ts'
import { useServerNow } from '../../data/orders/use-orders.ts'
import type { Session } from '../../data/rows.ts'
import { goTo } from '../../parts/offers/go-to.tsx'
import { OfferSheet } from '../../parts/offers/offer-sheet.tsx'
import { type NumberedOffer, offersOf } from '../../parts/offers/thread-offers.ts'
import type { useDecision } from '../../parts/offers/use-decision.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Icon } from '../../ui/icon.tsx'
import { latePart } from '../../ui/loading/late-part.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { EarlierOffers } from './earlier-offers.tsx'
import { ThreadPart, useArrivals } from './thread-part.tsx'

const ShareOffer = latePart(() => import('./share-offer.tsx').then((module) => module.ShareOffer))

/** From this many lines the buttons above an offer are out of sight at its end. */
const longOffer = 6

interface OrderThreadProps {
  view: OrderView
  session: Session
  /** the one that can be answered, or was accepted */
  offer: NumberedOffer | undefined
  decision: Pick<ReturnType<typeof useDecision>, 'decide' | 'isBusy'>
  onPrintOffer: () => void
}

/** What was said on a request: the current offer, earlier offers and the thread. */
export function OrderThread({ view, session, offer, decision, onPrintOffer }: OrderThreadProps) {
  const { order, state, waiting } = view
  const { events, orderItems: items } = order
  const { t } = useLingui()
  const [isSharing, setSharing] = useState(false)
  const now = useServerNow()
  const isShared = offer && !order.sealed && !isOver(offer.offer, now)
  const isBuyer = !hasRight(session, 'orders')
  const arrivals = useArrivals(events, isBuyer ? 'buyer' : 'shop')
  const isAnswered = waiting.some(({ payload: { body } }) => isDecision(body.kind))
  return (
    <>
      {offer && (
        <OfferSheet
          offer={offer}
          items={items}
          now={state === 'offered' ? now : undefined}
          isNew={state === 'offered' && arrivals.some(({ _id }) => _id === offer.id)}
        >
          {isBuyer && state === 'expired' && (
            <Text color="fg.muted">
              <Trans>The validity of this offer is over.</Trans>
            </Text>
          )}
          <ButtonRow>
            {isBuyer && state === 'offered' && !isAnswered && offer.offer.lines.length >= longOffer && (
              <Button onClick={() => goTo('deal')}>
                <Trans comment="button at the end of a long offer: leads to the buttons that accept or decline it">
                  To your answer
                </Trans>
              </Button>
            )}
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
          {isShared && isSharing && <ShareOffer order={order} offer={offer} />}
        </OfferSheet>
      )}
      <EarlierOffers offers={offersOf(order)} currentId={offer?.id} items={items} />
      <ThreadPart
        order={order}
        request={{ name: order.user.name, at: order.created_at }}
        thread={order}
        waiting={waiting}
        userId={session.userId}
        side={isBuyer ? 'buyer' : 'shop'}
      />
      {isBuyer && !isFinal(state) && !isAnswered && (
        <ButtonRow>
          <CancelRequest decision={decision} />
        </ButtonRow>
      )}
    </>
  )
}
