import { addDays } from 'date-fns/addDays'
import { lightFormat } from 'date-fns/lightFormat'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { minorDigits } from '../../../contract/money.ts'
import type { OfferInput } from '../../../contract/offers.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { parseQuantity } from '../../../contract/quantity.ts'
import type { ShopSettings } from '../../../contract/shop.ts'
import { amountText, type ReadAmount, readAmount } from '../../i18n/amounts.ts'
import { quantityText } from '../../i18n/numbers.ts'
import type { LastPrice } from '../../orders/last-prices.ts'

const terms = ['currency', 'incoterm', 'place', 'validUntil', 'readyFrom', 'payment', 'note'] as const
type Term = (typeof terms)[number]
type LinePart = 'qty' | 'price' | 'missing' | 'remark'
/** `missing` of a line is `'true'` for a product that is not available; `after` is the number of the last event seen. */
export type OfferField = Term | `${LinePart}:${string}` | `${'label' | 'amount'}:${number}` | 'after'
export type OfferValues = Record<OfferField, string>

export const chargeNumbers = Array.from({ length: limits.charges }, (_, at) => at)
/** A product of the request with the tonnes asked for. An offer names each product once. */
export type AskedLine = OrderItem

/** The products of a request, each once. */
export function askedLines({ orderItems }: Pick<Order, 'orderItems'>): AskedLine[] {
  const lines = new Map<string, AskedLine>()
  for (const item of orderItems) {
    const same = lines.get(item.fishe)
    lines.set(
      item.fishe,
      same ? { ...same, qty: Number((same.qty + item.qty).toFixed(limits.quantityDecimals)) } : item,
    )
  }
  return [...lines.values()]
}

/** `price` in minor units per tonne. */
export type KnownPrices = (currency?: string) => ReadonlyMap<string, Pick<LastPrice, 'price' | 'currency'>>

export interface OfferStart {
  order: Order
  shop: Pick<ShopSettings, 'currencies' | 'validityDays'>
  /** the offer before this one, of the same request, or the one that is edited */
  before: OfferInput | undefined
  /** what each product cost at last, by its id; in this currency or in any */
  known: KnownPrices
  locale: Locale
  /** ms since 1970 */
  now: number
}

/** The currencies that the form offers: the shop's, and the one that the buyer wishes or was answered in. */
export function currenciesFor({ order, shop, before }: Pick<OfferStart, 'order' | 'shop' | 'before'>): string[] {
  return [...new Set([...shop.currencies, before?.currency, order.wishes.currency].flatMap((each) => each ?? []))]
}

/** What the form shows at first, its fields in the order of the screen. */
export function offerValues(start: OfferStart): OfferValues {
  const { order, shop, before, locale, now } = start
  const currency = before?.currency ?? order.wishes.currency ?? commonCurrency(start) ?? shop.currencies[0] ?? 'EUR'
  const prices = priceTexts(start, currency)
  const digits = minorDigits(currency)
  const lines = askedLines(order).flatMap(({ fishe, qty }): [OfferField, string][] => {
    const old = before?.lines.find((line) => line.fishe === fishe)
    return [
      [`qty:${fishe}`, quantityText(old?.qty ?? qty, locale)],
      [`price:${fishe}`, prices.get(fishe) ?? ''],
      [`missing:${fishe}`, old?.price === null ? 'true' : ''],
      [`remark:${fishe}`, old?.note ?? ''],
    ]
  })
  const charges = chargeNumbers.flatMap((at): [OfferField, string][] => {
    const old = before?.charges?.[at]
    return [
      [`label:${at}`, old?.label ?? ''],
      [`amount:${at}`, old ? amountText(old.amount, { locale, digits }) : ''],
    ]
  })
  const today = dayOf(now)
  const isStillAhead = before !== undefined && before.validUntil >= today
  return {
    currency,
    ...recordOf(lines),
    ...recordOf(charges),
    incoterm: before?.incoterm ?? order.wishes.incoterm ?? '',
    place: before?.place ?? order.wishes.place ?? '',
    validUntil: isStillAhead ? before.validUntil : dayOf(addDays(now, shop.validityDays)),
    readyFrom: before?.readyFrom ?? '',
    payment: before?.payment ?? '',
    note: before?.note ?? '',
    after: String(order.version),
  }
}

/** The price of each product to start from, as its field shows it. A price in another currency is no price in this one. */
export function priceTexts({ before, known, locale }: OfferStart, currency: string): Map<string, string> {
  const digits = minorDigits(currency)
  const prices = new Map([...known(currency)].map(([fishe, { price }]) => [fishe, price]))
  const lines = before?.currency === currency ? before.lines : []
  for (const { fishe, price } of lines) if (price !== null) prices.set(fishe, price)
  return new Map([...prices].map(([fishe, price]) => [fishe, amountText(price, { locale, digits })]))
}

/** The currency in which most of these products were offered at last. */
function commonCurrency({ order, known }: OfferStart): string | undefined {
  const counts = new Map<string, number>()
  const prices = known()
  for (const { fishe } of askedLines(order)) {
    const currency = prices.get(fishe)?.currency
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The day of a moment where this device is, as `2026-11-30`. */
export function dayOf(moment: number | Date): string {
  return lightFormat(moment, 'yyyy-MM-dd')
}

function recordOf(entries: [OfferField, string][]): Record<`${LinePart}:${string}`, string> {
  // what is missing reads as undefined, which `text` turns into an empty text
  return Object.fromEntries(entries) as Record<`${LinePart}:${string}`, string>
}

/** The text of a field, without blanks around it. */
export function text(values: OfferValues, name: OfferField): string {
  return (values[name] ?? '').trim()
}

interface Reading {
  locale: Locale
  digits: number
}

/** The amount in a field; undefined for an empty one. */
export function amountOf(values: OfferValues, name: OfferField, reading: Reading): ReadAmount | undefined {
  const typed = text(values, name)
  return typed === '' ? undefined : readAmount(typed, reading)
}

/** The lines and charges that can be read so far, for the totals. */
export function pricedSoFar(asked: readonly AskedLine[], values: OfferValues, locale: Locale) {
  const reading = { locale, digits: minorDigits(values.currency) }
  const lines = asked.map(({ fishe }) => {
    const qty = parseQuantity(values[`qty:${fishe}`] ?? '', locale)
    const price = amountOf(values, `price:${fishe}`, reading)
    const isPriced = text(values, `missing:${fishe}`) === '' && price?.kind === 'amount' && qty !== undefined
    return { fishe, qty: qty ?? 0, price: isPriced && isPrice(price.minor) ? price.minor : null }
  })
  const charges = chargeNumbers.flatMap((at) => {
    const amount = amountOf(values, `amount:${at}`, reading)
    return amount?.kind === 'amount' ? [{ amount: amount.minor }] : []
  })
  return { lines, charges }
}

export function isPrice(minor: number): boolean {
  return minor >= 0 && minor <= limits.priceMax
}

/** The offer as the contract wants it. Call it with values that `checkOffer` has passed. */
export function offerInput(asked: readonly AskedLine[], values: OfferValues, locale: Locale): OfferInput {
  const reading = { locale, digits: minorDigits(values.currency) }
  const minorOf = (name: OfferField) => {
    const amount = amountOf(values, name, reading)
    return amount?.kind === 'amount' ? amount.minor : 0
  }
  const optional = <N extends Term>(name: N) => (text(values, name) === '' ? {} : { [name]: text(values, name) })
  const lines = asked.map(({ fishe, qty }) => {
    const remark = text(values, `remark:${fishe}`)
    const isMissing = text(values, `missing:${fishe}`) !== ''
    return {
      fishe,
      // the quantity of an unavailable product means nothing, so it may stay as requested
      qty: parseQuantity(values[`qty:${fishe}`] ?? '', locale) ?? qty,
      price: isMissing ? null : minorOf(`price:${fishe}`),
      ...(remark && { note: remark }),
    }
  })
  const charges = chargeNumbers
    .filter((at) => text(values, `label:${at}`) !== '')
    .map((at) => ({ label: text(values, `label:${at}`), amount: minorOf(`amount:${at}`) }))
  return {
    currency: values.currency,
    lines,
    ...(charges.length > 0 && { charges }),
    // the select has no others
    incoterm: values.incoterm as OfferInput['incoterm'],
    place: text(values, 'place'),
    validUntil: values.validUntil,
    ...optional('readyFrom'),
    ...optional('payment'),
    ...optional('note'),
  }
}
