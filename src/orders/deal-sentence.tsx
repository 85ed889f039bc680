import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { isDecision, type Side } from '../../contract/order-events.ts'
import { findCurrentOffer, findDecision } from '../../contract/order-state.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import type { OrderView } from '../db/read-orders.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { LastDay } from '../ui/date-text.tsx'
import { SealedNote } from './order-state-badge.tsx'
import { stepNames } from './shipment/step-title.tsx'
import { offersOf } from './thread-offers.ts'

interface DealSentenceProps {
  view: OrderView
  /** who reads it */
  side: Side
}

/** Where a request stands and whose turn it is, in one sentence, by what the server has said last. */
export function DealSentence({ view: { order, state, waiting }, side }: DealSentenceProps) {
  const locale = useLocale()
  const { i18n } = useLingui()
  const current = findCurrentOffer(order)
  const { total = 0, currency = 'EUR', validUntil = '', expiresAt = '' } = current?.offer ?? {}
  const said = order.events.at(-1)
  const facts: Facts = {
    state,
    name: order.user.name,
    number: offersOf(order).find(({ id }) => id === current?.id)?.number ?? 0,
    total: formatMoney(total, currency, locale),
    last: { validUntil, expiresAt },
    // the one who spoke last waits for the other
    asks: said?.kind === 'message' ? said.by.side : undefined,
    isWithdrawn: findDecision(order)?.kind === 'withdraw',
    step: order.shipment?.step ? i18n._(stepNames[order.shipment.step]) : undefined,
    isAnswered: waiting.some((row) => row.state !== 'attention' && isDecision(row.payload.body.kind)),
  }
  if (order.sealed) return <SealedNote at={order.sealed} />
  return side === 'buyer' ? <ToBuyer {...facts} /> : <ToShop {...facts} />
}

interface Facts extends Pick<OrderView, 'state'> {
  /** the buyer's */
  name: string
  /** of the current offer */
  number: number
  total: string
  last: ComponentProps<typeof LastDay>['of']
  /** whose message is the last thing that was said */
  asks: Side | undefined
  /** the last offer was taken back */
  isWithdrawn: boolean
  /** the last step of the shipment */
  step: string | undefined
  /** an answer of the reader's own waits on this device */
  isAnswered: boolean
}

function ToBuyer(facts: Facts) {
  const { state, number, total, last, asks, isWithdrawn, step, isAnswered } = facts
  if (isAnswered) return <Trans>Your answer waits on this device. It has not reached us yet.</Trans>
  switch (state) {
    case 'requested':
      if (asks === 'shop') return <Trans>We have written to you about your request: it is your turn to answer.</Trans>
      if (isWithdrawn) return <Trans>We have withdrawn our offer: it is our turn to make a new one.</Trans>
      return <Trans>We have your request: it is our turn to answer.</Trans>
    case 'offered':
      if (asks === 'buyer')
        return (
          <Trans>
            Offer {number}, <b>{total}</b>, can be accepted until <LastDay of={last} />; you have written, so it is our
            turn to answer.
          </Trans>
        )
      return (
        <Trans>
          Offer {number}, <b>{total}</b>, can be accepted until <LastDay of={last} />: it is your turn.
        </Trans>
      )
    case 'expired':
      if (asks === 'buyer')
        return (
          <Trans>
            The validity of offer {number} ended on <LastDay of={last} />; you have written, so it is our turn to
            answer.
          </Trans>
        )
      return (
        <Trans>
          The validity of offer {number} ended on <LastDay of={last} />: it is your turn to ask for a new one.
        </Trans>
      )
    case 'accepted':
      if (step)
        return (
          <Trans comment="{step} is the last step of the shipment: Loaded, Sailed …">
            You accepted offer {number}, <b>{total}</b>. Where the goods are: <b>{step}</b>
          </Trans>
        )
      return (
        <Trans>
          You accepted offer {number}, <b>{total}</b>: the deal is made, it is our turn.
        </Trans>
      )
    case 'declined':
      return <Trans>You declined our last offer: it is our turn.</Trans>
    case 'closed':
      return <Trans>We make no offer for this request: it has ended.</Trans>
    case 'cancelled':
      return <Trans>You cancelled this request: it has ended.</Trans>
  }
}

function ToShop(facts: Facts) {
  const { state, name, number, total, last, asks, isWithdrawn, step, isAnswered } = facts
  if (isAnswered) return <Trans>Your answer to {name} waits on this device. The buyer does not see it yet.</Trans>
  switch (state) {
    case 'requested':
      if (asks === 'shop') return <Trans>You have written to {name}: it is the buyer’s turn to answer.</Trans>
      if (isWithdrawn) return <Trans>The offer to {name} is withdrawn: it is your turn to make a new one.</Trans>
      return <Trans>{name} asks for a quote: it is your turn to make an offer.</Trans>
    case 'offered':
      if (asks === 'buyer')
        return (
          <Trans>
            {name} has written about offer {number}, <b>{total}</b>, valid until <LastDay of={last} />: it is your turn
            to answer.
          </Trans>
        )
      return (
        <Trans>
          {name} can accept offer {number}, <b>{total}</b>, until <LastDay of={last} />: it is the buyer’s turn.
        </Trans>
      )
    case 'expired':
      if (asks === 'buyer')
        return (
          <Trans>
            {name} has written about offer {number}, whose validity ended on <LastDay of={last} />: it is your turn to
            answer.
          </Trans>
        )
      return (
        <Trans>
          The validity of offer {number} to {name} ended on <LastDay of={last} />: it is your turn if it still stands.
        </Trans>
      )
    case 'accepted':
      if (step)
        return (
          <Trans comment="{step} is the last step of the shipment: Loaded, Sailed …">
            {name} accepted offer {number}, <b>{total}</b>. Where the goods are: <b>{step}</b>
          </Trans>
        )
      return (
        <Trans>
          {name} accepted offer {number}, <b>{total}</b>: the deal is made, it is your turn.
        </Trans>
      )
    case 'declined':
      return <Trans>{name} declined the last offer: it is your turn to make a better one.</Trans>
    case 'closed':
      return <Trans>You turned this request down: only messages can follow.</Trans>
    case 'cancelled':
      return <Trans>{name} cancelled this request: only messages can follow.</Trans>
  }
}
