import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { isDay } from '../../../contract/offers.ts'
import { offerTotal } from '../../../contract/texts/money.ts'
import { isGrouped, parseQuantity } from '../../../contract/texts/quantity.ts'
import { addDays } from '../../../contract/texts/shop-day.ts'
import type { Messages } from '../../forms/form-types.ts'
import {
  amountOf,
  isPrice,
  type OfferValues,
  pricedSoFar,
  type Reading,
  readingOf,
  readTolerance,
} from './offer-values.ts'

interface CheckContext {
  /** decides whether a comma separates decimals or thousands */
  locale: Locale
  /** the shop's day, as `2026-11-30` */
  today: string
}

const fillIn = msg`Please fill in this field`
const unclear = msg`Please enter an amount, with thousands without a separator: 1500`

/** The error message of each invalid field. */
export function checkOffer(values: OfferValues, { locale, today }: CheckContext): Messages<OfferValues> {
  const reading = readingOf(values, locale)
  const last = addDays(today, limits.validityDays)
  const { readyFrom, tolerance } = values
  const most = limits.toleranceMax
  const soFar = pricedSoFar(values, locale)
  const isPriced = soFar.lines.every(({ price }, at) => price !== null || values.lines[at]?.isMissing)
  const isSome = soFar.lines.some(({ price }) => price !== null)
  const isBelowZero = isPriced && isSome && offerTotal(soFar.lines, soFar.charges) < 0
  return {
    lines: checkLines(values.lines, reading),
    charges: values.charges.map((charge) => checkCharge(charge, { reading, isBelowZero })),
    incoterm: values.incoterm ? undefined : msg`Please choose a delivery term`,
    place: values.place.trim() ? undefined : fillIn,
    validUntil: checkValidity(values.validUntil, { today, last }),
    readyFrom: readyFrom && !isDay(readyFrom) ? notADay : undefined,
    tolerance:
      tolerance.trim() && readTolerance(tolerance) === undefined
        ? msg`Please enter a percentage from 0 to ${most}`
        : undefined,
  }
}

function checkLines(lines: OfferValues['lines'], reading: Reading): Messages<OfferValues['lines']> {
  const noneIsPriced = lines.every(({ isMissing }) => isMissing)
  const noPrice = msg`At least one product needs a price. To refuse all of them, turn the request down.`
  return lines.map(({ isMissing, qty, price }, at) => ({
    isMissing: noneIsPriced && at === 0 ? noPrice : undefined,
    qty: isMissing ? undefined : checkQuantity(qty, reading.locale),
    price: isMissing ? undefined : checkPrice(price, reading),
  }))
}

const notADay = msg`Please enter a valid date`

function checkQuantity(typed: string, locale: Locale): MessageDescriptor | undefined {
  if (parseQuantity(typed, locale) !== undefined) return undefined
  if (isGrouped(typed, locale)) return msg`Write thousands without a separator: 1500.`
  return msg`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`
}

function checkPrice(typed: string, reading: Reading): MessageDescriptor | undefined {
  const price = amountOf(typed, reading)
  if (!price) return msg`Please enter a price, or tick “Not available”`
  if (price.kind === 'amount' && price.minor < 0) return msg`A price is 0 or more`
  return checkAmount(price, reading)
}

function checkAmount(amount: ReturnType<typeof amountOf>, { digits }: Reading): MessageDescriptor | undefined {
  if (!amount) return fillIn
  if (amount.kind === 'unclear') return unclear
  if (amount.kind === 'decimals')
    return digits === 0
      ? msg`This currency has no decimals`
      : msg`${plural(digits, { one: 'At most # decimal, please', other: 'At most # decimals, please' })}`
  return isPrice(Math.abs(amount.minor)) ? undefined : msg`This amount is too large`
}

/** `isBelowZero`: the discounts are larger than all the rest. */
function checkCharge(
  { label, amount }: OfferValues['charges'][number],
  { reading, isBelowZero }: { reading: Reading; isBelowZero: boolean },
) {
  if (label.trim() === '' && amount.trim() === '') return {}
  const read = amountOf(amount, reading)
  const isTooLow = isBelowZero && read?.kind === 'amount' && read.minor < 0
  return {
    label: label.trim() ? undefined : fillIn,
    amount: checkAmount(read, reading) ?? (isTooLow ? msg`The total of an offer cannot be below zero` : undefined),
  }
}

function checkValidity(day: string, { today, last }: { today: string; last: string }): MessageDescriptor | undefined {
  if (!isDay(day)) return notADay
  if (day < today) return msg`Please choose today or a later day`
  const limit = limits.validityDays
  return day > last
    ? msg`${plural(limit, { one: 'At most # day ahead, please', other: 'At most # days ahead, please' })}`
    : undefined
}
