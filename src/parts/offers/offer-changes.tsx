import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { colonIn } from '../../../contract/locales.ts'
import type { Offer } from '../../../contract/offers.ts'
import type { OrderItem } from '../../../contract/orders.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { toleranceText } from '../../../contract/texts/quantity.ts'
import { formatDay, formatLastDay } from '../../i18n/dates.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { type Difference, offerDifferences } from './offer-differences.ts'
import { itemName } from './thread-offers.ts'

interface OfferChangesProps {
  before: Offer
  after: Offer
  items: readonly OrderItem[]
}

/** What changed from one offer to the next, in words. */
export function OfferChanges({ before, after, items }: OfferChangesProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const differences = offerDifferences(before, after)
  if (differences.length === 0) {
    return (
      <Text color="fg.muted">
        <Trans>Nothing but its date has changed.</Trans>
      </Text>
    )
  }

  function titleOf(each: Difference): string {
    if (each.kind === 'price') return itemName(items, each.fishe, locale)
    if (each.kind === 'quantity') return t`Quantity of ${itemName(items, each.fishe, locale)}`
    if (each.kind === 'charge') return each.label
    if (each.kind === 'total') return t`Total`
    if (each.term === 'lineNote') return t`Note on ${itemName(items, each.fishe, locale)}`
    return {
      validUntil: t`Valid until`,
      readyFrom: t`Ready from`,
      delivery: t`Delivery term`,
      payment: t`Payment`,
      tolerance: t({ message: 'Tolerance', comment: 'of the quantities: per cent by which more may be loaded' }),
      note: t`Note`,
    }[each.term]
  }
  function textOf(each: Difference, side: 'before' | 'after'): string | undefined {
    const value = each[side]
    if (value === null) return t`Not available`
    if (value === undefined) return undefined
    const offer = side === 'before' ? before : after
    if (each.kind === 'day' && each.term === 'validUntil') return formatLastDay(offer, locale)
    if (each.kind === 'text' && each.term === 'tolerance') return toleranceText(offer, locale)
    if (typeof value === 'string') return each.kind === 'day' ? formatDay(value, locale) : value
    if (each.kind === 'quantity') return formatTonnes(value, locale)
    return formatMoney(value, offer.currency, locale)
  }
  return (
    <Stack as="ul" gap="1" overflowWrap="anywhere">
      {differences.map((each) => {
        const title = titleOf(each)
        return (
          <li key={`${each.kind} ${title}`}>
            <strong>{title}</strong>
            {colonIn(locale)}
            <FromTo before={textOf(each, 'before')} after={textOf(each, 'after')} />
          </li>
        )
      })}
    </Stack>
  )
}

function FromTo({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === undefined)
    return <Trans comment="a term or charge that the offer before did not have">new: {after}</Trans>
  if (after === undefined) return <Trans comment="a term or charge that was left out">no longer: {before}</Trans>
  return (
    <Trans comment="a price, quantity, date or term that changed">
      {before} → <b>{after}</b>
    </Trans>
  )
}
