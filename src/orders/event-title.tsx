import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { Locale } from '../../contract/locales.ts'
import { sumKilograms } from '../../contract/lots.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { agreedOffer } from '../../contract/price-talk.ts'
import { creditSum } from '../../contract/shipment/claims.ts'
import type { MilestoneStep, Paid } from '../../contract/shipment/milestones.ts'
import { documentNames, kilogramsText } from '../../contract/texts/goods-words.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { paymentTerms } from '../../contract/texts/payment-terms.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Day, LastDay } from '../ui/date-text.tsx'
import { offersOf, type ThreadEntry } from './shown-order.ts'

export const stepNames: Record<MilestoneStep, MessageDescriptor> = {
  proforma: msg({ message: 'Pro forma sent', comment: 'step of a shipment: the pro forma invoice was sent' }),
  deposit: msg({ message: 'Deposit paid', comment: 'step of a shipment' }),
  packed: msg({ message: 'Packed', comment: 'step of a shipment: the goods are packed' }),
  booked: msg({ message: 'Booked', comment: 'step of a shipment: there is a place on a ship' }),
  loaded: msg({ message: 'Loaded', comment: 'step of a shipment: the goods are in the container' }),
  sailed: msg({ message: 'Sailed', comment: 'step of a shipment: the ship has left the port' }),
  documents: msg({ message: 'Documents sent', comment: 'step of a shipment: the papers are on their way' }),
  arrived: msg({ message: 'Arrived', comment: 'step of a shipment: the ship is in the port of destination' }),
  paid: msg({ message: 'Payment', comment: 'step of a shipment: something was paid' }),
  received: msg({ message: 'Received', comment: 'step of a shipment: the buyer has the goods' }),
}

export function StepTitle({ step, on }: Pick<OrderEvent, 'step' | 'on'>) {
  const { i18n } = useLingui()
  return (
    <>
      {step && i18n._(stepNames[step])}
      {on && (
        <>
          , <Day day={on} />
        </>
      )}
    </>
  )
}

interface EventTitleProps {
  event: Omit<ThreadEntry, 'at' | 'by'> & Partial<Pick<ThreadEntry, 'by'>>
  thread: Pick<Order, 'events' | 'currentOffer'>
}

export function EventTitle({ event, thread }: EventTitleProps) {
  const locale = useLocale()
  const { kind, offer, step, on, of } = event
  const number = numberOf(event, thread)
  const deal = dealOf(event, thread)
  const total = deal && formatMoney(deal.total, deal.currency, locale)
  switch (kind) {
    case 'offer':
      if (typeof offer !== 'object') return null
      return (
        <Trans>
          Offer {number}: {total}, valid until <LastDay of={offer} />
        </Trans>
      )
    case 'withdraw':
      return <Trans>Offer {number} withdrawn</Trans>
    case 'accept':
      if (!total) return <Trans>Offer {number} accepted</Trans>
      return (
        <Trans comment="a buyer takes some lines of an offer; their total">
          Offer {number} accepted in part: {total}
        </Trans>
      )
    case 'counter':
      if (!total) return <Trans>Prices suggested</Trans>
      return <Trans comment="a buyer's own prices for an offer, and their total">Prices suggested: {total}</Trans>
    case 'agree':
      if (!total) return <Trans>Suggested prices agreed to</Trans>
      return (
        <Trans comment="the shop agrees to the buyer's prices; their total">Suggested prices agreed to: {total}</Trans>
      )
    case 'retract':
      return <Trans>Suggestion taken back</Trans>
    case 'decline':
      return <Trans>Offer {number} declined</Trans>
    case 'close':
      return <Trans comment="the shop will not make an offer for this request">Request turned down</Trans>
    case 'cancel':
      return <Trans>Request cancelled</Trans>
    case 'message':
      return <Trans>Message</Trans>
    case 'milestone':
      if (event.paid) return <PaidTitle event={event} paid={event.paid} thread={thread} />
      return <StepTitle step={step} on={on} />
    case 'correct': {
      // the report may be older than what the device has
      const corrected = thread.events.find(({ _id }) => _id === of)
      if (!corrected)
        return <Trans comment="an event of a request: a reported step of the shipment was wrong">Step corrected</Trans>
      return (
        <Trans comment="a reported step of the shipment was wrong: the step and its date">
          Corrected: <StepTitle step={corrected.step} on={corrected.on} />
        </Trans>
      )
    }
    case 'claim':
      return (
        <Trans comment="the buyer reports goods that are missing or bad, and their weight">
          Claim: {ph({ weight: kilogramsText(sumKilograms((event.lines ?? []).flatMap(({ kg = 0 }) => kg)), locale) })}
        </Trans>
      )
    case 'settle':
      if (event.refused !== undefined) return <Trans>Claim refused</Trans>
      return (
        <Trans comment="the shop settles a claim; how much it credits">
          Claim settled by a credit of {ph({ amount: moneyOf(creditSum(event.credit), thread, locale) })}
        </Trans>
      )
    case 'document': {
      const { kind: documentKind = 'other', number: its = '' } = event.document ?? {}
      return (
        <Trans comment="a certificate or bill of lading was added to the order: its kind and number">
          Document added: {ph({ document: `${documentNames[documentKind][locale]} ${its}`.trim() })}
        </Trans>
      )
    }
  }
}

/** An amount in the currency of the agreed offer; an ellipsis where that is not at hand. */
function moneyOf(minor: number, thread: EventTitleProps['thread'], locale: Locale): string {
  const currency = offersOf(thread).at(-1)?.offer.currency
  return currency ? formatMoney(minor, currency, locale) : '…'
}

/** A payment: its amount, part and day, and the side that reports it. */
function PaidTitle({ event: { by, confirms }, paid, thread }: EventTitleProps & { paid: Paid }) {
  const locale = useLocale()
  const amount = moneyOf(paid.amount, thread, locale)
  const part = paymentTerms[paid.part][locale]
  return (
    <>
      {confirms !== undefined ? (
        <Trans comment="the shop confirms what the buyer has paid">Payment confirmed: {amount}</Trans>
      ) : by?.side === 'buyer' ? (
        <Trans comment="by the buyer; the shop has not confirmed it">Payment reported: {amount}</Trans>
      ) : (
        <Trans comment="the shop has received what the buyer owes">Payment received: {amount}</Trans>
      )}
      {' · '}
      {part} · <Day day={paid.on} />
    </>
  )
}

/** The lines that an event offers, suggests or takes, with their total; undefined for a whole offer, and for one that is not at hand. */
function dealOf({ deal, offer, lines, ...terms }: EventTitleProps['event'], thread: EventTitleProps['thread']) {
  if (deal) return deal
  if (typeof offer === 'object') return offer
  const offered = lines && offersOf(thread).find(({ id }) => id === offer)?.offer
  return offered && agreedOffer(offered, { ...terms, lines })
}

/** The number of the offer that an event is or names; a pending one takes the next. */
function numberOf({ _id, number, offer }: EventTitleProps['event'], thread: EventTitleProps['thread']) {
  if (number !== undefined || offer === undefined) return number
  const offers = offersOf(thread)
  const named = offers.find(({ id }) => id === (typeof offer === 'string' ? offer : _id))
  return named?.number ?? Math.max(0, ...offers.map((each) => each.number)) + 1
}
