import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'

const separators = { en: [',', '.'], fr: ['\u202f', ','], es: ['.', ','] } as const

/** A number in the reader's language, with no more decimals than a quantity may have. The first use of `Intl.NumberFormat` would delay the first screen. */
export function formatNumber(value: number, locale: Locale): string {
  const [thousands, decimal] = separators[locale]
  const [whole = '', part] = String(Number(value.toFixed(limits.quantityDecimals))).split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (part ? decimal + part : '')
}

/** Tonnes with their unit, on one line: `2.5 t`, in French `2,5 t`. */
export const formatTonnes = (tonnes: number, locale: Locale): string => `${formatNumber(tonnes, locale)}\u00a0t`

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
