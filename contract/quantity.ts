import { limits } from './limits.ts'

/** Whether a number is a quantity the server accepts: tonnes, above 0, at most 100,000, at most 3 decimals. */
export function isQuantity(value: number): boolean {
  return (
    Number.isFinite(value) &&
    value > 0 &&
    value <= limits.quantityMax &&
    Number(value.toFixed(limits.quantityDecimals)) === value
  )
}

/**
 * Reads a quantity as people type it: `2`, `2.5`, and with a decimal comma `2,5`.
 * Returns tonnes, or undefined for anything that is not a quantity.
 */
export function parseQuantity(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return undefined
  const value = Number(plain)
  return isQuantity(value) ? value : undefined
}
