/*
 * Money is a whole number in the currency's minor unit: EUR 1,850.00 is 185000, and XOF, which has none, 1213500 is 1,213,500.
 */

const known = new Map<string, number>()

/** Digits after the decimal sign of a currency (ISO 4217), as `Intl` knows them. Throws RangeError for what is no currency code. */
export function minorDigits(currency: string): number {
  let digits = known.get(currency)
  if (digits === undefined) {
    // takes a tenth of a millisecond, which a list of sixty prices would wait for at each of its changes
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    known.set(currency, digits)
  }
  return digits
}

/**
 * Price per tonne times tonnes, rounded half up to the minor unit. `price`: 0 to 10^9 minor units; `quantity`: tonnes with at
 * most 3 decimals, up to 100,000. The result is at most 10^14 and therefore exact as a number.
 */
export function lineTotal(price: number, quantity: number): number {
  // tonnes have three decimals, so this rounding only removes what binary fractions add
  const kilograms = BigInt(Math.round(quantity * 1000))
  return Number((BigInt(price) * kilograms + 500n) / 1000n)
}

interface Priced {
  qty: number
  /** null: not available, and left out of every sum */
  price: number | null
}

/**
 * The sum of the rounded lines and the charges, in minor units. Exact while it is a safe integer; the server takes no offer
 * above that.
 */
export function offerTotal(lines: readonly Priced[], charges: readonly { amount: number }[] = []): number {
  const lineTotals = lines.map(({ price, qty }) => (price === null ? 0 : lineTotal(price, qty)))
  const amounts = [...lineTotals, ...charges.map(({ amount }) => amount)]
  // numbers would lose the last digit on the way to a sum that a discount makes small again
  return Number(amounts.reduce((sum, each) => sum + BigInt(each), 0n))
}
