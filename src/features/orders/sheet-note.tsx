import { Trans } from '@lingui/react/macro'
import { findDecision } from '../../../contract/order-state.ts'
import type { OrderView } from '../../data/orders/read.ts'
import { SealedNote } from '../../parts/offers/order-state-badge.tsx'

/** What a buyer can expect of a request: the specification's thanks while it waits for an answer, then what has become of it. */
export function SheetNote({ view }: { view: OrderView | undefined }) {
  if (view?.order.sealed) return <SealedNote at={view.order.sealed} />
  switch (view?.state) {
    case 'offered':
      return <Trans>Thank you. We have answered with an offer.</Trans>
    case 'expired':
      return <Trans>We have answered with an offer; its validity is over.</Trans>
    case 'accepted':
      return <Trans>Thank you. You have accepted our offer.</Trans>
    case 'declined':
      return <Trans>You have declined our offer.</Trans>
    case 'cancelled':
      return <Trans>You have cancelled this request.</Trans>
    case 'closed': {
      const reason = findDecision(view.order)?.note ?? ''
      return <Trans>We cannot make an offer for this request: {reason}</Trans>
    }
    case 'requested':
    case undefined:
      return <Trans>Thank you. We will answer with price, port and date as soon as we can.</Trans>
  }
}
