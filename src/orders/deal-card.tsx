import { Box, Button, Text } from '@chakra-ui/react'
import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Side } from '../../contract/order-events.ts'
import { findCounter, findCurrentOffer, findDecision } from '../../contract/order-state.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { hasDecisionHere, type OrderView } from '../db/read-orders.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { acceptUpdate } from '../sync/worker.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Age, LastDay } from '../ui/date-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/page.tsx'
import { EventTitle, stepNames } from './event-title.tsx'
import { SealedNote } from './order-state-badge.tsx'
import { currentOffer } from './shown-order.ts'

const shownLength = 120

interface DealCardProps {
  view: OrderView
  side: Side
  outcome: ReactNode
  children: ReactNode
}

export function DealCard({ view, side, outcome, children }: DealCardProps) {
  return (
    <Panel titleId="deal" title={<Trans comment="title of the card with the state of a request">Now</Trans>}>
      {outcome}
      <Text fontSize="lg" lineHeight="1.4" overflowWrap="anywhere">
        <DealSentence view={view} side={side} />
      </Text>
      <LastEvent view={view} />
      <Box _empty={{ display: 'none' }}>
        <ButtonRow>{children}</ButtonRow>
      </Box>
    </Panel>
  )
}

/** The newest event that the server has. */
function LastEvent({ view: { order } }: { view: OrderView }) {
  const { t } = useLingui()
  const last = order.events.at(-1)
  if (!last) return null
  const words = last.text ?? last.note ?? ''
  const cut = words.length > shownLength ? `${words.slice(0, shownLength).trimEnd()} …` : words
  return (
    <Text color="fg.muted" fontSize="sm" lineClamp={2} overflowWrap="anywhere">
      <Trans comment="the newest event of a request, then its author and how long ago">Last:</Trans>{' '}
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

/** Where a request stands and whose turn it is, in one sentence, by the newest event that the server has. */
function DealSentence({ view, side }: { view: OrderView; side: Side }) {
  const facts = useFacts(view)
  if (view.order.sealed) return <SealedNote at={view.order.sealed} />
  if (view.state === 'unknown')
    return (
      <>
        <Trans>There is something new on this request. Reload this page to read and answer it.</Trans>{' '}
        <Button onClick={() => void acceptUpdate()}>
          <Trans comment="Button: loads the page again">Reload the page</Trans>
        </Button>
      </>
    )
  return side === 'buyer' ? <ToBuyer {...facts} /> : <ToShop {...facts} />
}

function useFacts({ order, state, waiting }: OrderView) {
  const { i18n } = useI18n()
  const locale = useLocale()
  const current = findCurrentOffer(order)
  const { total = 0, currency = 'EUR', validUntil = '', expiresAt = '' } = current?.offer ?? {}
  const newest = order.events.at(-1)
  const counter = findCounter(order)
  return {
    state,
    name: order.user.name,
    number: currentOffer(order)?.number ?? 0,
    total: formatMoney(total, currency, locale),
    last: { validUntil, expiresAt },
    suggested: counter && {
      total: formatMoney(counter.total ?? 0, currency, locale),
      last: { validUntil: counter.until ?? '', expiresAt: counter.expiresAt ?? '' },
    },
    // the one who spoke last waits for the other
    asks: newest?.kind === 'message' ? newest.by.side : undefined,
    isWithdrawn: findDecision(order)?.kind === 'withdraw',
    step: order.shipment?.step && i18n._(stepNames[order.shipment.step]),
    /** an answer of the reader's own waits on this device */
    isAnswered: hasDecisionHere(waiting),
  }
}

type Facts = ReturnType<typeof useFacts>

function ToBuyer({ state, number, total, last, suggested, asks, isWithdrawn, step, isAnswered }: Facts) {
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
    case 'countered':
      if (!suggested) return null
      return (
        <Trans>
          Your suggestion, <b>{suggested.total}</b>, stands until <LastDay of={suggested.last} />; you can take it back.
          It is our turn.
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
    case 'unknown':
      return null
    case 'cancelled':
      return <Trans>You cancelled this request: it has ended.</Trans>
  }
}

function ToShop({ state, name, number, total, last, suggested, asks, isWithdrawn, step, isAnswered }: Facts) {
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
    case 'countered':
      if (!suggested) return null
      return (
        <Trans>
          {name} suggests <b>{suggested.total}</b> in place of offer {number}, <b>{total}</b>, until{' '}
          <LastDay of={suggested.last} />: it is your turn.
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
    case 'unknown':
      return null
    case 'cancelled':
      return <Trans>{name} cancelled this request: only messages can follow.</Trans>
  }
}

/** Focuses a part of an order's screen, as after a navigation: the offer, the shipment, or the card with the state of the request. */
export function goTo(part: 'our-offer' | 'shipment' | 'deal'): void {
  const heading = document.getElementById(part)
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

function goToMessage(): void {
  document.querySelector<HTMLElement>('[aria-labelledby=thread] textarea')?.focus()
}

export function MessageButton() {
  return (
    <Button onClick={goToMessage}>
      <Icon name="chat" />
      <Trans>Write a message</Trans>
    </Button>
  )
}
