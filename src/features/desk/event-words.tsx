import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { OrderEvent } from '../../../contract/order-events.ts'
import { formatMoney } from '../../i18n/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Time } from '../../ui/dates.tsx'
import { StepTitle } from '../../ui/shipment/step-title.tsx'

/** One event of an order: who, what, when, and its message. */
export function EventWords({ event }: { event: OrderEvent }) {
  const { by, at, note, text } = event
  const words = text ?? note
  return (
    <>
      <strong>
        <bdi>{by.name}</bdi>
      </strong>{' '}
      · <What event={event} /> ·{' '}
      <Text as="span" color="fg.muted" fontSize="sm">
        <Time at={at} />
      </Text>
      {words && (
        <Text whiteSpace="pre-line" unicodeBidi="plaintext" overflowWrap="anywhere">
          {words}
        </Text>
      )}
    </>
  )
}

function What({ event: { kind, offer, step, on } }: { event: OrderEvent }) {
  const locale = useLocale()
  switch (kind) {
    case 'offer': {
      const total = typeof offer === 'object' ? formatMoney(offer.total, offer.currency, locale) : ''
      return <Trans comment="something that was said on a request: an offer with its total">Offer, {total}</Trans>
    }
    case 'withdraw':
      return <Trans comment="something that was said on a request">Offer withdrawn</Trans>
    case 'accept':
      return <Trans comment="something that was said on a request">Offer accepted</Trans>
    case 'decline':
      return <Trans comment="something that was said on a request">Offer declined</Trans>
    case 'close':
      return <Trans comment="the shop will not make an offer for this request">Request turned down</Trans>
    case 'cancel':
      return <Trans>Request cancelled</Trans>
    case 'message':
      return <Trans>Message</Trans>
    case 'milestone':
      return <StepTitle step={step} on={on} />
    case 'correct':
      return (
        <Trans comment="something that was said on a request: a reported step of the shipment was wrong">
          Step corrected
        </Trans>
      )
  }
}
