import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { colonIn } from '../../contract/locales.ts'
import type { Charge, Offer } from '../../contract/offers.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { defaultTolerance } from '../../contract/shipment/milestones.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { formatDay, formatLastDay } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { itemName } from './shown-order.ts'

/** One difference between two offers. Amounts are in minor units of each offer's own currency. */
type Difference =
  | { kind: 'price'; fishe: string; before: number | null; after: number | null }
  | { kind: 'quantity'; fishe: string; before: number; after: number }
  | { kind: 'charge'; label: string; before: number | undefined; after: number | undefined }
  | { kind: 'total'; before: number; after: number }
  | { kind: 'day'; term: 'validUntil' | 'readyFrom'; before: string | undefined; after: string | undefined }
  | {
      kind: 'text'
      term: 'delivery' | 'payment' | 'tolerance' | 'note'
      before: string | undefined
      after: string | undefined
    }
  | { kind: 'text'; term: 'lineNote'; fishe: string; before: string | undefined; after: string | undefined }

function offerDifferences(before: Offer, after: Offer): Difference[] {
  const lines = after.lines.flatMap((line) => lineDifferences(before, line))
  const terms: Difference[] = [
    { kind: 'total', before: before.total, after: after.total },
    { kind: 'day', term: 'validUntil', before: before.validUntil, after: after.validUntil },
    { kind: 'text', term: 'delivery', before: delivery(before), after: delivery(after) },
    { kind: 'day', term: 'readyFrom', before: before.readyFrom, after: after.readyFrom },
    { kind: 'text', term: 'payment', before: before.payment, after: after.payment },
    { kind: 'text', term: 'tolerance', before: tolerance(before), after: tolerance(after) },
    { kind: 'text', term: 'note', before: before.note, after: after.note },
  ]
  const isOtherCurrency = before.currency !== after.currency
  const isAmount = (each: Difference) => each.kind === 'price' || each.kind === 'total' || each.kind === 'charge'
  return [...lines, ...chargeDifferences(before, after), ...terms].filter(
    (each) => each.before !== each.after || (isOtherCurrency && isAmount(each) && each.after !== null),
  )
}

type Line = Offer['lines'][number]

function lineDifferences(before: Offer, line: Line): Difference[] {
  const { fishe } = line
  const old = before.lines.find((each) => each.fishe === fishe)
  if (!old) return []
  return [
    { kind: 'price', fishe, before: old.price, after: line.price },
    { kind: 'quantity', fishe, before: old.qty, after: line.qty },
    { kind: 'text', term: 'lineNote', fishe, before: old.note, after: line.note },
  ]
}

function chargeDifferences(before: Offer, after: Offer): Difference[] {
  const old = sumsByLabel(before.charges)
  const now = sumsByLabel(after.charges)
  const labels = [...new Set([...old.keys(), ...now.keys()])]
  return labels.map((label) => ({ kind: 'charge', label, before: old.get(label), after: now.get(label) }))
}

function sumsByLabel(charges: readonly Charge[] = []): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { label, amount } of charges) sums.set(label, (sums.get(label) ?? 0) + amount)
  return sums
}

function delivery({ incoterm, place }: Offer): string {
  return `${incoterm} ${place}`
}

function tolerance({ tolerance: share = defaultTolerance }: Offer): string {
  return String(share)
}

export function OfferChanges({ before, after, items }: { before: Offer; after: Offer; items: readonly OrderItem[] }) {
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
