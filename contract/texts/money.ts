import type { Locale } from '../locales.ts'

/* Amounts are whole numbers in the currency's minor unit: EUR 1,850.00 is 185000. XOF has none: XOF 1,213,500 is 1213500. */

/** Remembers what was made for each key: a format of `Intl` takes much longer to make than to use. */
export function onceFor<Key extends string[], Made>(make: (...key: Key) => Made): (...key: Key) => Made {
  const made = new Map<string, Made>()
  return (...key) => {
    const name = key.join(' ')
    const known = made.get(name) ?? make(...key)
    made.set(name, known)
    return known
  }
}

/** Decimals of a currency (ISO 4217) according to `Intl`. Throws RangeError if it is not a currency code. */
export const minorDigits = onceFor(
  (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
)

/** Minor units as a decimal number, made from digits so that no floating-point error gets in. */
export function decimalText(minor: number, digits: number): string {
  if (digits === 0) return String(minor)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const formatOf = onceFor(
  (locale: Locale, currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping: 'always' }),
)

/** An amount in the reader's language: 185000 EUR is `€1,850.00`, in French `1 850,00 €`. `minor`: in minor units. */
export function formatMoney(minor: number, currency: string, locale: Locale): string {
  // `Intl` formats a decimal text without rounding errors
  return formatOf(locale, currency).format(decimalText(minor, minorDigits(currency)) as `${number}`)
}

/** Price per tonne (up to 10^9 minor units) times tonnes (3 decimals, up to 100,000), rounded half up to the minor unit: exact as a number. */
export function lineTotal(price: number, quantity: number): number {
  // quantities have three decimals, so this only removes the error of binary fractions
  const kilograms = BigInt(Math.round(quantity * 1000))
  return Number((BigInt(price) * kilograms + 500n) / 1000n)
}

interface Priced {
  fishe?: string
  /** the product that this one can be taken for */
  alternativeTo?: string | undefined
  qty: number
  /** null: not available, and left out of every sum */
  price: number | null
}

/** Of a product and its alternatives the first with a price: it is what an offer counts. */
function countedLines<Line extends Priced>(lines: readonly Line[]): Line[] {
  const counted = new Set<string>()
  return lines.filter(({ price, fishe, alternativeTo: wanted = fishe }) => {
    const isFirst = price !== null && (wanted === undefined || !counted.has(wanted))
    if (isFirst && wanted !== undefined) counted.add(wanted)
    return isFirst
  })
}

/** Sum of the rounded lines and the charges, in minor units. Exact up to the largest safe integer, the server's limit. */
export function offerTotal(lines: readonly Priced[], charges: readonly { amount: number }[] = []): number {
  const lineTotals = countedLines(lines).map(({ price, qty }) => (price === null ? 0 : lineTotal(price, qty)))
  const amounts = [...lineTotals, ...charges.map(({ amount }) => amount)]
  // BigInt, because sums before a discount may exceed the safe integers
  return Number(amounts.reduce((sum, each) => sum + BigInt(each), 0n))
}
