import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { findCurrentOffer, isFinal } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Session } from '../../db/rows.ts'
import type { OrderView } from '../../orders/read.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OfferSheet } from '../../ui/offers/offer-sheet.tsx'
import { offersOf } from '../../ui/offers/thread-offers.ts'
import { useSay } from '../../ui/offers/use-say.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { EarlierOffers } from './earlier-offers.tsx'
import { ThreadPart } from './thread-part.tsx'

interface OrderThreadProps {
  view: OrderView
  session: Session
  /** an administrator's actions for the request */
  desk: ReactNode
  onPrintOffer: () => void
}

/** The part below the request's sheet: the current offer, earlier offers and the thread. */
export function OrderThread({ view, session, desk, onPrintOffer }: OrderThreadProps) {
  const { order, state, waiting } = view
  const { events, orderItems: items } = order
  const { clock } = useDeps()
  const isBuyer = !session.isAdmin
  const offers = offersOf(events)
  const currentId = findCurrentOffer(events)?.id
  const current = offers.find(({ id }) => id === currentId)
  const isAnswered = waiting.some(({ payload: { body } }) => body.kind !== 'message')
  return (
    <>
      {current && (
        <OfferSheet offer={current} items={items} now={state === 'offered' ? clock.now() : undefined}>
          {isBuyer && state === 'expired' && <Expired key={current.id} order={order} number={current.number} />}
          <ButtonRow>
            {isBuyer && state === 'offered' && !isAnswered && (
              <AnswerButtons order={order} offer={current} userId={session.userId} />
            )}
            <Button onClick={onPrintOffer}>
              <Icon name="print" />
              <Trans>Print offer</Trans>
            </Button>
          </ButtonRow>
        </OfferSheet>
      )}
      {desk}
      <EarlierOffers offers={offers} currentId={currentId} items={items} />
      <ThreadPart
        order={order}
        request={{ name: order.user.name, at: order.created_at }}
        events={events}
        waiting={waiting}
        userId={session.userId}
        side={isBuyer ? 'buyer' : 'shop'}
      />
      {isBuyer && !isFinal(state) && !isAnswered && (
        <ButtonRow>
          <CancelRequest order={order} />
        </ButtonRow>
      )}
    </>
  )
}

/** Says that the offer has expired, with a button that asks for it again. */
function Expired({ order, number }: { order: Order; number: number }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const say = useSay(order)
  // one id, so that a double click sends one message
  const [id] = useState(() => sync.newId())
  const [isAsked, setAsked] = useState(false)
  async function ask() {
    const outcome = await say({ id, body: { kind: 'message', text: t`Could you renew offer ${number}, please?` } })
    setAsked(outcome === 'done')
  }
  return (
    <>
      <Text color="fg.muted">
        <Trans>The validity of this offer is over.</Trans>
      </Text>
      {!isAsked && (
        <Button justifySelf="start" onClick={() => void ask()}>
          <Trans comment="button: sends a message that asks for the same offer again">Ask to renew it</Trans>
        </Button>
      )}
    </>
  )
}
