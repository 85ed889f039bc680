import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** A number in the reader's language, with no more decimals than a quantity may have. */
export function formatNumber(value: number, locale: Locale): string {
  // below a thousand only the decimal sign differs, and on a slow phone the first use of `Intl.NumberFormat` takes longer
  // than everything else on the first screen
  if (Math.abs(value) < 999) return quantityText(Number(value.toFixed(limits.quantityDecimals)), locale)
  const options = { useGrouping: 'always', maximumFractionDigits: limits.quantityDecimals } as const
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, options)
  formats.set(locale, format)
  return format.format(value)
}

/** Tonnes with their unit, on one line: `2.5 t`, in French `2,5 t`. */
export function formatTonnes(tonnes: number, locale: Locale): string {
  return `${formatNumber(tonnes, locale)}\u00a0t`
}

/** A quantity as a field shows it: the decimal sign of the language, no grouping. */
export function quantityText(tonnes: number, locale: Locale): string {
  const text = String(tonnes)
  return locale === 'en' ? text : text.replace('.', ',')
}

/** A part of one in the reader's language: `45%`, in French `45 %`. */
export const formatPercent = (part: number, locale: Locale): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(part)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in the reader's language, rounded: `850 kB`, `3.2 MB`. */
export function formatBytes(bytes: number, locale: Locale): string {
  const at = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** at
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: at >= 2 && value < 100 ? 1 : 0,
  }).format(value)
}
