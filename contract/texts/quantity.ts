import { limits } from '../limits.ts'
import type { Locale } from '../locales.ts'

/** Whether the server accepts a quantity: tonnes, above 0, at most 100,000, at most 3 decimals. */
export function isQuantity(value: number): boolean {
  return (
    Number.isFinite(value) &&
    value > 0 &&
    value <= limits.quantityMax &&
    Number(value.toFixed(limits.quantityDecimals)) === value
  )
}

/** The sum of quantities, rounded to kilograms. */
export function sumTonnes(quantities: readonly number[]): number {
  return quantities.reduce((kilograms, tonnes) => kilograms + Math.round(tonnes * 1000), 0) / 1000
}

/**
 * Whether a text may have thousands separators: `1,000` in English, `1.000` in Spanish, `1 000` in French. Read as a
 * decimal number, it would be a thousand times too small. Also as another language writes them, where that is certain:
 * `1.850,50` in English.
 */
export function isGrouped(text: string, locale: Locale): boolean {
  const grouped = locale === 'en' ? /^[1-9]\d{0,2}([,\s]\d{3})+(\.\d+)?$/ : /^[1-9]\d{0,2}([.\s]\d{3})+(,\d+)?$/
  const anywhere =
    /^[1-9]\d{0,2}(([,\s]\d{3})+\.\d+|([.\s]\d{3})+,\d+|(,\d{3}){2,}|(\.\d{3}){2,}|(['\u2019]\d{3})+([.,]\d+)?)$/
  return grouped.test(text.trim()) || anywhere.test(text.trim())
}

/**
 * Parses a quantity as people type it: `2`, `2.5` or `2,5`. Returns tonnes; undefined if it is not a quantity, or may have
 * thousands separators in this language (`isGrouped`).
 */
export function parseQuantity(text: string, locale?: Locale): number | undefined {
  if (locale && isGrouped(text, locale)) return undefined
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return undefined
  const value = Number(plain)
  return isQuantity(value) ? value : undefined
}
