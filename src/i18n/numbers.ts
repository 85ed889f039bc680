import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** A number in the reader's language, with at most the decimals that a quantity may have. */
export function formatNumber(value: number, locale: Locale): string {
  // below a thousand nothing but the decimal sign differs, and the platform's formatter takes a slow phone longer to set
  // up than all else that the first screen shows
  if (Math.abs(value) < 999) return quantityText(Number(value.toFixed(limits.quantityDecimals)), locale)
  const found = formats.get(locale)
  if (found) return found.format(value)
  const made = new Intl.NumberFormat(locale, { maximumFractionDigits: limits.quantityDecimals })
  formats.set(locale, made)
  return made.format(value)
}

/** Tonnes with their unit, on one line: `2.5 T`, in French `2,5 T`. */
export function formatTonnes(tonnes: number, locale: Locale): string {
  return `${formatNumber(tonnes, locale)}\u00a0T`
}

/** A quantity as a field shows it: the decimal sign of the language, no grouping. */
export function quantityText(tonnes: number, locale: Locale): string {
  const text = String(tonnes)
  return locale === 'en' ? text : text.replace('.', ',')
}
