import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { addDays } from 'date-fns/addDays'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { minorDigits } from '../../../contract/money.ts'
import { isDay } from '../../../contract/offer-terms.ts'
import { isGrouped, parseQuantity } from '../../../contract/quantity.ts'
import type { FieldMessages } from '../../ui/forms/form-types.ts'
import {
  type AskedLine,
  amountOf,
  chargeNumbers,
  dayOf,
  isPrice,
  type OfferField,
  type OfferValues,
  readTolerance,
  terms,
  text,
} from './offer-values.ts'

interface CheckContext {
  lines: readonly AskedLine[]
  /** decides whether a comma separates decimals or thousands */
  locale: Locale
  /** ms since 1970 */
  now: number
}

type Check = (values: OfferValues) => FieldMessages<OfferField>

const fillIn = msg`Please fill in this field`
const unclear = msg`Please enter an amount, with thousands without a separator: 1500`

/** The error message of each invalid field. */
export function checkOffer(values: OfferValues, { lines, locale, now }: CheckContext): FieldMessages<OfferField> {
  const reading = { locale, digits: minorDigits(values.currency) }
  const found: FieldMessages<OfferField> = {}
  for (const { fishe } of lines) {
    if (text(values, `missing:${fishe}`)) continue
    found[`qty:${fishe}`] = checkQuantity(values[`qty:${fishe}`] ?? '', locale)
    found[`price:${fishe}`] = checkPrice(values, `price:${fishe}`, reading)
  }
  const [first] = lines
  if (first && lines.every(({ fishe }) => text(values, `missing:${fishe}`)))
    found[`missing:${first.fishe}`] =
      msg`At least one product needs a price. To refuse all of them, turn the request down.`
  for (const at of chargeNumbers) Object.assign(found, checkCharge(values, at, reading))
  const today = dayOf(now)
  const last = dayOf(addDays(now, limits.validityDays))
  return {
    ...found,
    incoterm: text(values, 'incoterm') ? undefined : msg`Please choose a delivery term`,
    place: text(values, 'place') ? undefined : fillIn,
    validUntil: checkValidity(values.validUntil, { today, last }),
    readyFrom: text(values, 'readyFrom') && !isDay(values.readyFrom) ? notADay : undefined,
    tolerance:
      text(values, 'tolerance') && readTolerance(text(values, 'tolerance')) === undefined
        ? msg`Please enter per cent from 0 to 50`
        : undefined,
  }
}

/** Caches the result for the last values, since every field of a long form calls the check. */
export function memoizeCheck(check: Check): Check {
  let last: { values: OfferValues; found: FieldMessages<OfferField> } | undefined
  return (values) => {
    if (last?.values !== values) last = { values, found: check(values) }
    return last.found
  }
}

const notADay = msg`Please enter a valid date`

function checkQuantity(typed: string, locale: Locale): MessageDescriptor | undefined {
  if (parseQuantity(typed, locale) !== undefined) return undefined
  if (isGrouped(typed, locale)) return msg`Write thousands without a separator: 1500.`
  return msg`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`
}

type Reading = { locale: Locale; digits: number }

function checkPrice(values: OfferValues, name: OfferField, reading: Reading): MessageDescriptor | undefined {
  const price = amountOf(values, name, reading)
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

function checkCharge(values: OfferValues, at: number, reading: Reading): FieldMessages<OfferField> {
  const label = text(values, `label:${at}`)
  const amount = text(values, `amount:${at}`)
  if (label === '' && amount === '') return {}
  return {
    [`label:${at}`]: label ? undefined : fillIn,
    [`amount:${at}`]: checkAmount(amountOf(values, `amount:${at}`, reading), reading),
  }
}

function checkValidity(day: string, { today, last }: { today: string; last: string }): MessageDescriptor | undefined {
  if (!isDay(day)) return notADay
  if (day < today) return msg`Please choose today or a later day`
  return day > last ? msg`At most a year ahead, please` : undefined
}

/** The form's field for each path in a refusal of the server, such as `offer.lines.3.price`. */
export function offerPaths(lines: readonly AskedLine[]): Record<string, OfferField> {
  const ofLines = lines.flatMap(({ fishe }, at): [string, OfferField][] => [
    [`lines.${at}.qty`, `qty:${fishe}`],
    [`lines.${at}.price`, `price:${fishe}`],
    [`lines.${at}.note`, `remark:${fishe}`],
    [`lines.${at}.fishe`, `missing:${fishe}`],
  ])
  // charges without a label are not sent, so this fits where the labelled ones come first
  const ofCharges = chargeNumbers.flatMap((at): [string, OfferField][] => [
    [`charges.${at}.label`, `label:${at}`],
    [`charges.${at}.amount`, `amount:${at}`],
  ])
  const ofTerms = terms.map((name): [string, OfferField] => [name, name])
  const [first] = lines
  const whole: [string, OfferField][] = first ? [['lines', `missing:${first.fishe}`]] : []
  const all = [...ofLines, ...ofCharges, ...ofTerms, ...whole]
  return Object.fromEntries(all.map(([path, field]) => [`offer.${path}`, field]))
}
