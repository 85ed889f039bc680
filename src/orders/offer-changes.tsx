import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { colonIn } from '../../contract/locales.ts'
import type { Charge, Offer } from '../../contract/offers.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { paymentTermNames, paymentTerms, paymentTermText } from '../../contract/texts/payment-terms.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { formatDay, formatLastDay } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { itemName } from './shown-order.ts'

/** The title of a line, charge or term, and its text in both offers; undefined where it is not given. */
type Compared = [title: string, before: string | undefined, after: string | undefined]

export function OfferChanges({ before, after, items }: { before: Offer; after: Offer; items: readonly OrderItem[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const moneyIn = ({ currency }: Offer, minor: number | undefined) =>
    minor === undefined ? undefined : formatMoney(minor, currency, locale)
  const priceIn = (offer: Offer, price: number | null) => (price === null ? t`Not available` : moneyIn(offer, price))
  const bothOf = (textOf: (offer: Offer) => string | undefined) => [textOf(before), textOf(after)] as const

  const lines = after.lines.flatMap((line): Compared[] => {
    const old = before.lines.find(({ fishe }) => fishe === line.fishe)
    if (!old) return []
    const name = itemName(items, line.fishe, locale)
    return [
      [name, priceIn(before, old.price), priceIn(after, line.price)],
      [t`Quantity of ${name}`, formatTonnes(old.qty, locale), formatTonnes(line.qty, locale)],
      [t`Note on ${name}`, old.note, line.note],
    ]
  })
  const [old, now] = [sumsByLabel(before.charges), sumsByLabel(after.charges)]
  const charges = [...new Set([...old.keys(), ...now.keys()])].map(
    (label): Compared => [label, moneyIn(before, old.get(label)), moneyIn(after, now.get(label))],
  )
  const terms: Compared[] = [
    [t`Total`, ...bothOf((offer) => moneyIn(offer, offer.total))],
    [t`Valid until`, ...bothOf((offer) => formatLastDay(offer, locale))],
    [t`Delivery term`, ...bothOf(({ incoterm, place }) => `${incoterm} ${place}`)],
    [t`Ready from`, ...bothOf(({ readyFrom }) => readyFrom && formatDay(readyFrom, locale))],
    [t`Payment`, ...bothOf(({ payment }) => payment)],
    ...paymentTermNames.map(
      (name): Compared => [paymentTerms[name][locale], ...bothOf((offer) => paymentTermText(name, offer, locale))],
    ),
    [
      t({ message: 'Tolerance', comment: 'of the quantities: per cent by which more may be loaded' }),
      ...bothOf((offer) => toleranceText(offer, locale)),
    ],
    [t`Note`, ...bothOf(({ note }) => note)],
  ]
  const changes = [...lines, ...charges, ...terms].filter(([, from, to]) => from !== to)
  if (changes.length === 0) {
    return <Text color="fg.muted">{t`Nothing but its date has changed.`}</Text>
  }
  return (
    <Stack as="ul" gap="1" overflowWrap="anywhere">
      {changes.map(([title, from, to], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a charge may be called like a product
        <li key={at}>
          <strong>{title}</strong>
          {colonIn(locale)}
          <FromTo before={from} after={to} />
        </li>
      ))}
    </Stack>
  )
}

function sumsByLabel(charges: readonly Charge[] = []): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { label, amount } of charges) sums.set(label, (sums.get(label) ?? 0) + amount)
  return sums
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
