import type { Locale } from '../../contract/locales.ts'
import { decimalText, minorDigits } from '../../contract/texts/money.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: Locale): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const found = formats.get(key)
  if (found) return found
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping: 'always' })
  formats.set(key, made)
  return made
}

/** An amount in the reader's language: 185000 EUR is `€1,850.00`, in French `1 850,00 €`. `minor`: in minor units. */
export function formatMoney(minor: number, currency: string, locale: Locale): string {
  // `Intl` formats a decimal text without rounding errors
  const text = decimalText(minor, minorDigits(currency)) as `${number}`
  return formatOf(currency, locale).format(text)
}
