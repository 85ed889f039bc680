import type { Locale } from '../../contract/locales.ts'
import { minorDigits } from '../../contract/money.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: Locale): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const found = formats.get(key)
  if (found) return found
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, made)
  return made
}

/** Minor units as a decimal number, made from digits so that no floating-point error gets in. */
export function decimalText(minor: number, digits: number): string {
  if (digits === 0) return String(minor)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** An amount in the reader's language: 185000 EUR is `€1,850.00`, in French `1 850,00 €`. `minor`: in minor units. */
export function formatMoney(minor: number, currency: string, locale: Locale): string {
  // `Intl` formats a decimal text without rounding errors
  const text = decimalText(minor, minorDigits(currency)) as `${number}`
  return formatOf(currency, locale).format(text)
}
