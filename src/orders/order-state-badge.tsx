import { Badge, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { OrderState, Side } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { Shipment } from '../../contract/shipment/milestones.ts'
import { timeParts } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { EntryBadge } from '../ui/outbox-notice.tsx'
import { stepNames } from './event-title.tsx'
import type { ShownOrder } from './shown-order.ts'

export const stateNames: Record<OrderState, MessageDescriptor> = {
  requested: msg({ message: 'Awaiting offer', comment: 'state of a request for a quote: no offer yet' }),
  offered: msg({ message: 'Offer received', comment: 'state of a request: there is an offer to answer' }),
  countered: msg({ message: 'Price suggested', comment: 'state of a request: the buyer has suggested other prices' }),
  accepted: msg({ message: 'Accepted', comment: 'state of a request: the buyer has accepted the offer' }),
  declined: msg({ message: 'Declined', comment: 'state of a request: the buyer has declined the offer' }),
  expired: msg({ message: 'Expired', comment: 'state of a request: the validity of its offer is over' }),
  closed: msg({ message: 'Turned down', comment: 'state of a request: turned down by the shop' }),
  cancelled: msg({ message: 'Cancelled', comment: 'state of a request: taken back by the buyer' }),
  unknown: msg({ message: 'Something new', comment: 'state of a request that this version of the app cannot read' }),
}

/** The same for the exporter, who has sent the offer that the buyer received. */
export const shopStateNames: Record<OrderState, MessageDescriptor> = {
  ...stateNames,
  offered: msg({
    message: 'Offered',
    context: 'seller',
    comment: 'state of a request, for the exporter: an offer was sent',
  }),
}

const palettes: Record<OrderState, string> = {
  requested: 'blue',
  offered: 'accent',
  accepted: 'green',
  ...{ countered: 'purple', unknown: 'purple' },
  ...{ declined: 'orange', expired: 'orange' },
  ...{ closed: 'gray', cancelled: 'gray' },
}

interface OrderStateBadgeProps {
  state: OrderState
  side: Side
  shipment?: Shipment | undefined
  /** in a row: the step of a shipment alone, since only accepted orders have one */
  isShort?: boolean
}

export function OrderStateBadge({ state, side, shipment, isShort }: OrderStateBadgeProps) {
  const { i18n } = useLingui()
  const names = side === 'shop' ? shopStateNames : stateNames
  return (
    <>
      {!(isShort && shipment?.step) && <Badge colorPalette={palettes[state]}>{i18n._(names[state])}</Badge>}
      {shipment?.step && <Badge colorPalette="blue">{i18n._(stepNames[shipment.step])}</Badge>}
    </>
  )
}

/** Whether an order is sent. Without an entry on this device it is on the server. */
export function DeliveryState({ order: { row, createdAt } }: { order: Pick<ShownOrder, 'row' | 'createdAt'> }) {
  const state = row?.state ?? 'done'
  // while it is being sent there may be no answer for long
  return <EntryBadge state={state === 'sending' ? 'queued' : state} sentAt={row?.sentAt ?? createdAt} />
}

const marks = {
  unsent: msg({ message: 'not sent yet', comment: 'badge of a message or answer that waits on this device' }),
  sealed: msg({
    message: 'Removed by the shop',
    comment: 'badge of an accepted request that the shop has removed; a copy for reading stays',
  }),
  buyerGone: msg({ message: 'Account deleted', comment: 'badge of a request whose buyer has deleted the account' }),
  new: msg({ message: 'New', context: 'badge of a message or offer that has just come' }),
  unopened: msg({
    message: 'New answer',
    comment: 'badge of a request with an answer or message that was not opened yet',
  }),
  deposit: msg({ message: 'deposit awaited', comment: 'badge of an accepted order whose deposit is not paid' }),
  overdue: msg({ message: 'overdue', comment: 'badge of a payment whose day has passed' }),
  reported: msg({ message: 'reported', comment: 'badge of a payment that the shop has not confirmed' }),
  claim: msg({ message: 'claim', comment: 'badge of an order with something wrong that is not settled' }),
  documents: msg({ message: 'documents missing', comment: 'badge of a shipment: certificates that are not there' }),
  late: msg({
    message: 'late',
    comment: 'badge of a shipment: its ship should have sailed or arrived, or the buyer needs the goods soon',
  }),
} satisfies Record<string, MessageDescriptor>

const markPalettes: Partial<Record<keyof typeof marks, string>> = {
  ...{ sealed: 'red', overdue: 'red', claim: 'red', late: 'red' },
  ...{ new: 'accent', unopened: 'accent', reported: 'blue' },
}

export function Mark({ kind }: { kind: keyof typeof marks }) {
  const { i18n } = useLingui()
  return (
    <Badge colorPalette={markPalettes[kind] ?? 'orange'} fontFamily="body">
      {i18n._(marks[kind])}
    </Badge>
  )
}

/** What stands on an accepted request that the shop has removed. `at`: when, ISO 8601. */
export function SealedNote({ at }: { at: string }) {
  const date = timeParts(at, useLocale())?.day ?? ''
  return <Trans>This request was removed by the shop on {date}. This is a read-only copy.</Trans>
}

export function TonnesText({ items }: { items: Order['orderItems'] }) {
  const tonnes = items.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <Text as="span" whiteSpace="nowrap">
      {formatTonnes(tonnes, useLocale())}
    </Text>
  )
}
