import { Trans } from '@lingui/react/macro'
import type { ReactElement } from 'react'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { LastDay } from '../ui/date-text.tsx'
import { CorrectedTitle, StepTitle } from './shipment/step-title.tsx'
import { waitingEntry } from './shown-order.ts'
import { offersOf } from './thread-offers.ts'

type NamedEvent = Pick<OrderEvent, 'kind' | 'number' | 'offer' | 'step' | 'on'>

interface EventTitleProps {
  event: OrderEvent
  thread: Pick<Order, 'events' | 'currentOffer'>
}

/** What an event of the server is: an offer with its total, an acceptance, a message. */
export function EventTitle({ event, thread }: EventTitleProps) {
  const numbers = new Map(offersOf(thread).map(({ id, number }) => [id, number]))
  return <EventWhat entry={{ ...event, id: event._id }} numbers={numbers} />
}

/** The same for one that waits on this device. */
export function WaitingTitle({ row, thread }: { row: EventRow; thread: EventTitleProps['thread'] }) {
  const numbers = new Map(offersOf(thread).map(({ id, number }) => [id, number]))
  return <EventWhat entry={waitingEntry(row, 'shop')} numbers={numbers} />
}

interface EventWhatProps {
  entry: NamedEvent & { id: string }
  /** the numbers of the offers by their ids */
  numbers: ReadonlyMap<string, number>
  /** the report that a correction is about */
  corrects?: Pick<OrderEvent, 'step' | 'on'> | undefined
}

/** The same for an event that may wait on this device. */
export function EventWhat({ entry, numbers, corrects }: EventWhatProps): ReactElement | null {
  const locale = useLocale()
  const { kind, offer } = entry
  const number =
    entry.number ?? numbers.get(typeof offer === 'string' ? offer : entry.id) ?? Math.max(0, ...numbers.values()) + 1
  switch (kind) {
    case 'offer': {
      if (typeof offer !== 'object') return null
      const total = formatMoney(offer.total, offer.currency, locale)
      return (
        <Trans>
          Offer {number}: {total}, valid until <LastDay of={offer} />
        </Trans>
      )
    }
    case 'withdraw':
      return <Trans>Offer {number} withdrawn</Trans>
    case 'accept':
      return <Trans>Offer {number} accepted</Trans>
    case 'decline':
      return <Trans>Offer {number} declined</Trans>
    case 'close':
      return <Trans comment="the shop will not make an offer for this request">Request turned down</Trans>
    case 'cancel':
      return <Trans>Request cancelled</Trans>
    case 'message':
      return <Trans>Message</Trans>
    case 'milestone':
      return <StepTitle step={entry.step} on={entry.on} />
    case 'correct':
      return <CorrectedTitle corrects={corrects} />
  }
}
