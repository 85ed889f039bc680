import { msg } from '@lingui/core/macro'
import { lightFormat } from 'date-fns/lightFormat'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { balanceKinds, hasDays, isDay, type OfferInput } from '../../../contract/offers.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import type { ShopSettings } from '../../../contract/shop.ts'
import { minorDigits, offerTotal } from '../../../contract/texts/money.ts'
import { isGrouped, parseQuantity } from '../../../contract/texts/quantity.ts'
import { addDays, brokenValidity } from '../../../contract/texts/shop-day.ts'
import type { LastPrice } from '../../db/last-prices.ts'
import { amountOf, checkAmount, checkPrice, fillIn, isPrice } from '../../forms/amount-rules.ts'
import { filledTexts } from '../../forms/filled-texts.ts'
import type { FieldError, Messages } from '../../forms/form-types.ts'
import { savedRows } from '../../forms/use-saved-values.ts'
import type { Reading } from '../../i18n/amounts.ts'
import { amountText } from '../../i18n/amounts.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { isRecord } from '../../lib/record.ts'

export interface OfferRowValues extends Record<'qty' | 'price' | 'note', string> {
  /** not available, or not wanted by the buyer */
  isMissing: boolean
  /** the fewest tonnes that can be taken alone, where an offer can be taken in parts */
  least: string
  /** its id, which is no field; empty in a row for one more alternative */
  product: string
  /** the requested product that it can be taken for; empty for a requested one */
  alternativeTo: string
}

/** Rows of products with tonnes and prices in one currency. */
export interface PricedRows {
  currency: string
  lines: OfferRowValues[]
}

/** The requested products are followed by alternatives, always as many as an offer can have. */
export interface OfferValues
  extends PricedRows,
    Record<'incoterm' | 'place' | 'validUntil' | 'readyFrom' | 'payment' | 'note', string> {
  inParts: boolean
  /** always as many as an offer can have; empty ones are not sent */
  charges: { label: string; amount: string }[]
  balance: { kind: string; days: string }
  /** per cent */
  deposit: string
  tolerance: string
  /** number of the last event that the author has seen */
  after: number
  /** the form was closed with what is typed */
  aside: boolean
}

export type AskedLine = OrderItem

export const noRow: OfferRowValues = {
  ...{ isMissing: false, qty: '', price: '', note: '', least: '', product: '', alternativeTo: '' },
}

/** The rows with a product. */
export const filledRows = ({ lines }: PricedRows) => lines.filter(({ product }) => product !== '')

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
  /** the shop's day, as `2026-11-30` */
  today: string
}

export function currenciesFor({ order, shop, before }: Pick<OfferStart, 'order' | 'shop' | 'before'>): string[] {
  return [...new Set([...shop.currencies, before?.currency, order.wishes.currency].flatMap((each) => each ?? []))]
}

export function offerValues(start: OfferStart): OfferValues {
  const { order, shop, before, locale, today } = start
  const currency = before?.currency ?? order.wishes.currency ?? commonCurrency(start) ?? shop.currencies[0] ?? 'EUR'
  const prices = priceTexts(start, currency)
  const digits = minorDigits(currency)
  const text = (value: number | undefined) => (value === undefined ? '' : quantityText(value, locale))
  const rowOf = ({ fishe: product, qty }: { fishe: string; qty: number }): OfferRowValues => {
    const previous = before?.lines.find((line) => line.fishe === product)
    const { note = '', least, alternativeTo = '' } = previous ?? {}
    return {
      ...{ isMissing: previous?.price === null, qty: text(previous?.qty ?? qty), price: prices.get(product) ?? '' },
      ...{ note, least: text(least), product, alternativeTo },
    }
  }
  const others = (before?.lines ?? []).filter(({ alternativeTo }) => alternativeTo !== undefined)
  const free = Array.from({ length: limits.alternatives - others.length }, () => noRow)
  const lines = [...[...askedLines(order), ...others].map(rowOf), ...free]
  const charges = Array.from({ length: limits.charges }, (_, at) => {
    const previous = before?.charges?.[at]
    return { label: previous?.label ?? '', amount: previous ? amountText(previous.amount, { locale, digits }) : '' }
  })
  const { inParts = false, readyFrom = '', payment = '', deposit, balance, tolerance, note = '' } = before ?? {}
  return {
    ...{ currency, inParts, lines, charges },
    incoterm: before?.incoterm ?? order.wishes.incoterm ?? '',
    place: before?.place ?? order.wishes.place ?? '',
    validUntil: before && before.validUntil >= today ? before.validUntil : addDays(today, shop.validityDays),
    ...{ readyFrom, payment, deposit: text(deposit) },
    balance: { kind: balance?.kind ?? '', days: String(balance?.days ?? '') },
    ...{ tolerance: text(tolerance), note },
    after: order.version,
    aside: false,
  }
}

/** The saved values of a half-typed offer, with a row for each requested line, then the alternatives. */
export function fromSavedOffer(saved: Record<string, unknown>, asked: readonly AskedLine[]): Record<string, unknown> {
  const products = asked.map(({ fishe }) => fishe)
  const rows = Array.isArray(saved.lines) ? saved.lines.filter(isRecord) : []
  const others = rows.filter(({ alternativeTo }) => products.some((each) => each === alternativeTo))
  return { ...saved, lines: [...savedRows(rows, products), ...others] }
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
export const dayOf = (moment: number | Date): string => lightFormat(moment, 'yyyy-MM-dd')

export function readingOf({ currency }: Pick<OfferValues, 'currency'>, locale: Locale): Reading {
  return { locale, digits: minorDigits(currency) }
}

/** The rows as far as they are typed: a row has a price once price and tonnes can be read. */
export function pricedRows(values: PricedRows, locale: Locale) {
  const reading = readingOf(values, locale)
  return filledRows(values).map((line) => {
    const qty = parseQuantity(line.qty, locale)
    const price = amountOf(line.price, reading)
    const isPriced = !line.isMissing && price?.kind === 'amount' && qty !== undefined
    const { product: fishe, alternativeTo } = line
    const minor = isPriced && isPrice(price.minor) ? price.minor : null
    return { fishe, qty: qty ?? 0, price: minor, ...(alternativeTo && { alternativeTo }) }
  })
}

export function pricedSoFar(values: OfferValues, locale: Locale) {
  const reading = readingOf(values, locale)
  const lines = pricedRows(values, locale)
  const charges = values.charges.flatMap((charge) => {
    const amount = amountOf(charge.amount, reading)
    return amount?.kind === 'amount' ? [{ amount: amount.minor }] : []
  })
  return { lines, charges }
}

/** Per cent as people type them; undefined for what is none or more than `most`. */
export function readPercent(typed: string, most: number): number | undefined {
  const plain = typed.replace('%', '').trim().replace(',', '.')
  const value = /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
  return value <= most ? value : undefined
}
export const readTolerance = (typed: string) => readPercent(typed, limits.toleranceMax)

/** What is typed of a balance; days only where its kind has some. */
function balanceOf({ balance: { kind: chosen, days } }: OfferValues): Pick<OfferInput, 'balance'> {
  const kind = balanceKinds.find((each) => each === chosen)
  if (!kind) return {}
  return { balance: hasDays(kind) ? { kind, days: days.trim() === '' ? Number.NaN : Number(days) } : { kind } }
}

/** The offer as the contract wants it; what is no number is 0. */
export function offerInput(asked: readonly AskedLine[], values: OfferValues, locale: Locale): OfferInput {
  const reading = readingOf(values, locale)
  const minorOf = (typed: string) => {
    const amount = amountOf(typed, reading)
    return amount?.kind === 'amount' ? amount.minor : 0
  }
  const { inParts } = values
  // an alternative that is not available is left out
  const offered = filledRows(values).filter(({ alternativeTo, isMissing }) => !alternativeTo || !isMissing)
  const lines = offered.map(({ product, alternativeTo, least, ...line }, at) => ({
    fishe: product,
    // the quantity of an unavailable product has no meaning and may be invalid
    qty: parseQuantity(line.qty, locale) ?? asked[at]?.qty ?? 0,
    price: line.isMissing ? null : minorOf(line.price),
    ...filledTexts(line, ['note']),
    ...(alternativeTo && { alternativeTo }),
    ...(inParts && !line.isMissing && least.trim() && { least: parseQuantity(least, locale) ?? 0 }),
  }))
  const [tolerance, deposit] = [readTolerance(values.tolerance), readPercent(values.deposit, limits.percentMax)]
  const charges = values.charges
    .filter(({ label }) => label.trim() !== '')
    .map(({ label, amount }) => ({ label: label.trim(), amount: minorOf(amount) }))
  return {
    currency: values.currency,
    lines,
    ...(inParts && { inParts }),
    ...(charges.length > 0 && { charges }),
    // the select has no other values; without one the schema refuses it
    incoterm: (values.incoterm || undefined) as OfferInput['incoterm'],
    place: values.place.trim(),
    validUntil: values.validUntil,
    ...filledTexts(values, ['readyFrom', 'payment', 'note']),
    ...(deposit !== undefined && { deposit }),
    ...balanceOf(values),
    ...(tolerance !== undefined && { tolerance }),
  }
}

/** What no schema has: amounts as people type them, and rules across fields. */
export function checkOffer(values: OfferValues, { locale, today }: { locale: Locale; today: string }) {
  const reading = readingOf(values, locale)
  const { tolerance, deposit, balance, validUntil } = values
  const soFar = pricedSoFar(values, locale)
  const rows = filledRows(values)
  const noneIsOffered = rows.every(({ isMissing }) => isMissing)
  const isPriced = rows.every(({ isMissing }, at) => soFar.lines[at]?.price !== null || isMissing)
  const isBelowZero = isPriced && !noneIsOffered && offerTotal(soFar.lines, soFar.charges) < 0
  return {
    lines: rows.map(({ isMissing, qty, price, least }, at) =>
      isMissing
        ? { isMissing: noneIsOffered && at === 0 ? ({ rule: 'onePrice' } as const) : undefined }
        : {
            ...{ qty: checkQuantity(qty, locale), price: checkPrice(price, reading) },
            least: values.inParts && least.trim() ? checkLeast(least, qty, locale) : undefined,
          },
    ),
    charges: values.charges.map(({ label, amount }) => {
      if (label.trim() === '' && amount.trim() === '') return {}
      const read = amountOf(amount, reading)
      const isTooLow = isBelowZero && read?.kind === 'amount' && read.minor < 0
      return {
        label: label.trim() ? undefined : fillIn,
        amount: checkAmount(read, reading) ?? (isTooLow ? msg`The total of an offer cannot be below zero` : undefined),
      }
    }),
    validUntil: isDay(validUntil) ? brokenValidity(validUntil, today) : undefined,
    deposit: checkPercent(deposit, limits.percentMax),
    balance: {
      days:
        balanceKinds.some((kind) => kind === balance.kind && hasDays(kind)) && balance.days.trim() === ''
          ? fillIn
          : undefined,
    },
    tolerance: checkPercent(tolerance, limits.toleranceMax),
  } satisfies Messages<OfferValues>
}

const checkPercent = (typed: string, most: number): FieldError | undefined =>
  typed.trim() && readPercent(typed, most) === undefined ? msg`Please enter a percentage from 0 to ${most}` : undefined

export function checkQuantity(typed: string, locale: Locale): FieldError | undefined {
  if (parseQuantity(typed, locale) !== undefined) return undefined
  if (isGrouped(typed, locale)) return msg`Write thousands without a separator: 1500.`
  return msg`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`
}

function checkLeast(typed: string, qty: string, locale: Locale): FieldError | undefined {
  const [least = 0, most = 0] = [parseQuantity(typed, locale), parseQuantity(qty, locale)]
  return checkQuantity(typed, locale) ?? (least > most ? { rule: 'maximum', params: { limit: most } } : undefined)
}
