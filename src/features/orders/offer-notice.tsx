import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatMoney } from '../../i18n/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Day } from '../../ui/dates.tsx'
import { Notice } from '../../ui/notice.tsx'
import { goToOffer } from './go-to.ts'

/** Points to the offer below the request's long sheet, with its total. */
export function OfferNotice({ order }: { order: Order }) {
  const locale = useLocale()
  const offer = findCurrentOffer(order.events)?.offer
  if (!offer) return null
  const total = formatMoney(offer.total, offer.currency, locale)
  return (
    <Notice>
      <p>
        <Trans>
          Our offer: <b>{total}</b>, valid until <Day day={offer.validUntil} />.
        </Trans>
      </p>
      <Button onClick={goToOffer}>
        <Trans>Go to the offer</Trans>
      </Button>
    </Notice>
  )
}
