import type { Locale } from '../../../contract/locales.ts'

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
