import { Trans } from '@lingui/react/macro'
import { eventsAtHand, findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { OfferChanges } from '../../parts/offers/offer-changes.tsx'
import type { NumberedOffer } from '../../parts/offers/thread-offers.ts'
import { LastDay, Time } from '../../ui/dates.tsx'

interface LateAnswerProps {
  /** the offer that was answered */
  answered: NumberedOffer
  order: Order
  hasNewOffer: boolean
  /** the server refused the answer because the offer had expired */
  isExpired: boolean
}

/** Why an answer came too late: the offer was replaced, withdrawn or had expired. */
export function LateAnswer({ answered, order, hasNewOffer, isExpired }: LateAnswerProps) {
  const { id, number, offer } = answered
  const refusalText = useRefusalText()
  const current = findCurrentOffer(order)
  if (hasNewOffer && current) {
    const made = eventsAtHand(order).find(({ _id }) => _id === current.id)?.at ?? ''
    return (
      <>
        <p>
          <Trans>
            Offer {number} was replaced by a new one on <Time at={made} />:
          </Trans>
        </p>
        <OfferChanges before={offer} after={current.offer} items={order.orderItems} />
      </>
    )
  }
  const withdrawal = order.events.findLast((event) => event.kind === 'withdraw' && event.offer === id)
  if (withdrawal) {
    return (
      <p>
        <Trans>
          Offer {number} was withdrawn on <Time at={withdrawal.at} />.
        </Trans>
      </p>
    )
  }
  if (!isExpired) return <p>{refusalText({ status: 409, code: 'offer-not-current', detail: '' })}</p>
  return (
    <p>
      <Trans>
        Offer {number} was valid until <LastDay of={offer} />, and your answer arrived after that.
      </Trans>
    </p>
  )
}
