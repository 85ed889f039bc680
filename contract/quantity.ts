import { limits } from './limits.ts'
import type { Locale } from './locales.ts'

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
 * Whether somebody who writes this language may have meant thousands: `1,000` in English, `1.000` in Spanish, `1 000` in
 * French. Read with a decimal sign it would be a thousandth of that.
 */
export function isGrouped(text: string, locale: Locale): boolean {
  const grouped = locale === 'en' ? /^[1-9]\d{0,2}([,\s]\d{3})+(\.\d+)?$/ : /^[1-9]\d{0,2}([.\s]\d{3})+(,\d+)?$/
  return grouped.test(text.trim())
}

/**
 * Reads a quantity as people type it: `2`, `2.5`, and with a decimal comma `2,5`. Returns tonnes, or undefined for
 * anything that is not a quantity, and for what may be thousands in the language of the reader (`isGrouped`).
 */
export function parseQuantity(text: string, locale?: Locale): number | undefined {
  if (locale && isGrouped(text, locale)) return undefined
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return undefined
  const value = Number(plain)
  return isQuantity(value) ? value : undefined
}
