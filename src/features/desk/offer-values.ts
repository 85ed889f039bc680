import { addDays } from 'date-fns/addDays'
import { lightFormat } from 'date-fns/lightFormat'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { minorDigits } from '../../../contract/money.ts'
import type { OfferInput } from '../../../contract/offers.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { parseQuantity } from '../../../contract/quantity.ts'
import type { ShopSettings } from '../../../contract/shop.ts'
import type { LastPrice } from '../../data/orders/last-prices.ts'
import { amountText, type ReadAmount, readAmount } from '../../i18n/amounts.ts'
import { quantityText } from '../../i18n/numbers.ts'

export const terms = [
  'currency',
  'incoterm',
  'place',
  'validUntil',
  'readyFrom',
  'payment',
  'tolerance',
  'note',
] as const
type Term = (typeof terms)[number]
type LinePart = 'qty' | 'price' | 'missing' | 'remark'
/**
 * `missing` is `'true'` for a product that is not available; `after` is the number of the last event seen; `aside` is
 * `'true'` when the form was closed with what is typed.
 */
export type OfferField = Term | `${LinePart}:${string}` | `${'label' | 'amount'}:${number}` | 'after' | 'aside'
export type OfferValues = Record<OfferField, string>

export const chargeNumbers = Array.from({ length: limits.charges }, (_, at) => at)
/** A product of the request with the tonnes asked for. */
export type AskedLine = OrderItem

/** The products of a request. A product that is listed twice becomes one line with the sum. */
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

/** The last price of each product by its id, in this currency or in any. `price` in minor units per tonne. */
export type LastPricesIn = (currency?: string) => ReadonlyMap<string, Pick<LastPrice, 'price' | 'currency'>>

export interface OfferStart {
  order: Order
  shop: Pick<ShopSettings, 'currencies' | 'validityDays'>
  /** the previous offer of this request, or the one that is edited */
  before: OfferInput | undefined
  lastPricesIn: LastPricesIn
  locale: Locale
  /** ms since 1970 */
  now: number
}

/** The currencies to choose from: the shop's, the buyer's wish and that of the previous offer. */
export function currenciesFor({ order, shop, before }: Pick<OfferStart, 'order' | 'shop' | 'before'>): string[] {
  return [...new Set([...shop.currencies, before?.currency, order.wishes.currency].flatMap((each) => each ?? []))]
}

/** The initial values, in the order of the screen. */
export function offerValues(start: OfferStart): OfferValues {
  const { order, shop, before, locale, now } = start
  const currency = before?.currency ?? order.wishes.currency ?? commonCurrency(start) ?? shop.currencies[0] ?? 'EUR'
  const prices = priceTexts(start, currency)
  const digits = minorDigits(currency)
  const lines = askedLines(order).flatMap(({ fishe, qty }): [OfferField, string][] => {
    const previous = before?.lines.find((line) => line.fishe === fishe)
    return [
      [`qty:${fishe}`, quantityText(previous?.qty ?? qty, locale)],
      [`price:${fishe}`, prices.get(fishe) ?? ''],
      [`missing:${fishe}`, previous?.price === null ? 'true' : ''],
      [`remark:${fishe}`, previous?.note ?? ''],
    ]
  })
  const charges = chargeNumbers.flatMap((at): [OfferField, string][] => {
    const previous = before?.charges?.[at]
    return [
      [`label:${at}`, previous?.label ?? ''],
      [`amount:${at}`, previous ? amountText(previous.amount, { locale, digits }) : ''],
    ]
  })
  const isStillValid = before !== undefined && before.validUntil >= dayOf(now)
  return {
    currency,
    ...recordOf([...lines, ...charges]),
    incoterm: before?.incoterm ?? order.wishes.incoterm ?? '',
    place: before?.place ?? order.wishes.place ?? '',
    validUntil: isStillValid ? before.validUntil : dayOf(addDays(now, shop.validityDays)),
    readyFrom: before?.readyFrom ?? '',
    payment: before?.payment ?? '',
    tolerance: before?.tolerance === undefined ? '' : quantityText(before.tolerance, locale),
    note: before?.note ?? '',
    after: String(order.version),
    aside: '',
  }
}

/** Whether a half-typed offer was closed by its author. */
export function isPutAside(saved: Partial<Record<string, string>>): boolean {
  return saved.aside === 'true'
}

/** The initial text of each price field. Prices in other currencies are not converted, so these fields start empty. */
export function priceTexts({ before, lastPricesIn, locale }: OfferStart, currency: string): Map<string, string> {
  const digits = minorDigits(currency)
  const prices = new Map([...lastPricesIn(currency)].map(([fishe, { price }]) => [fishe, price]))
  const lines = before?.currency === currency ? before.lines : []
  for (const { fishe, price } of lines) if (price !== null) prices.set(fishe, price)
  return new Map([...prices].map(([fishe, price]) => [fishe, amountText(price, { locale, digits })]))
}

/** The currency of most of the products' last prices. */
function commonCurrency({ order, lastPricesIn }: OfferStart): string | undefined {
  const counts = new Map<string, number>()
  const prices = lastPricesIn()
  for (const { fishe } of askedLines(order)) {
    const currency = prices.get(fishe)?.currency
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The day in the device's time zone, as `2026-11-30`. */
export function dayOf(moment: number | Date): string {
  return lightFormat(moment, 'yyyy-MM-dd')
}

function recordOf(entries: [OfferField, string][]): Record<`${LinePart}:${string}`, string> {
  // a missing name reads as undefined, for which `text` returns an empty text
  return Object.fromEntries(entries) as Record<`${LinePart}:${string}`, string>
}

/** The trimmed text of a field. */
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

/** The lines and charges that are valid so far, for the totals. */
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

/** Per cent as people type them; undefined for what is none or too much. */
export function readTolerance(typed: string): number | undefined {
  const plain = typed.replace('%', '').trim().replace(',', '.')
  const value = /^\d{1,2}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
  return value <= limits.toleranceMax ? value : undefined
}

/** The offer as the contract wants it. Call it only with values that passed `checkOffer`. */
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
      // the quantity of an unavailable product has no meaning and may be invalid
      qty: parseQuantity(values[`qty:${fishe}`] ?? '', locale) ?? qty,
      price: isMissing ? null : minorOf(`price:${fishe}`),
      ...(remark && { note: remark }),
    }
  })
  const tolerance = readTolerance(text(values, 'tolerance'))
  const charges = chargeNumbers
    .filter((at) => text(values, `label:${at}`) !== '')
    .map((at) => ({ label: text(values, `label:${at}`), amount: minorOf(`amount:${at}`) }))
  return {
    currency: values.currency,
    lines,
    ...(charges.length > 0 && { charges }),
    // the select has no other values
    incoterm: values.incoterm as OfferInput['incoterm'],
    place: text(values, 'place'),
    validUntil: values.validUntil,
    ...optional('readyFrom'),
    ...optional('payment'),
    ...(tolerance !== undefined && { tolerance }),
    ...optional('note'),
  }
}
