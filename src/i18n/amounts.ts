import type { Locale } from '../../contract/locales.ts'
import { decimalText } from '../../contract/texts/money.ts'
import { plainNumber } from '../../contract/texts/quantity.ts'

export type ReadAmount =
  | { kind: 'amount'; minor: number }
  /** not a number, or one with two meanings: `1.850` in English, and in French for a currency with three decimals */
  | { kind: 'unclear' }
  | { kind: 'decimals' }

/** How an amount is typed: where a comma stands for decimals, and how many the currency has (`minorDigits`). */
export interface Reading {
  locale: Locale
  digits: number
}

/** Reads an amount as people type and paste it: `1,850.00`, in French `1 850,00`. Signs of another language count where they have one meaning. */
export function readAmount(text: string, { locale, digits }: Reading): ReadAmount {
  const plain = plainNumber(text)
    .replace(/[\s\u2019']/g, ' ')
    .replace(/^[\u2212-] ?/, '-')
  const [point, other] = locale === 'en' ? ['.', ','] : [',', '.']
  const parts = partsOf(plain, point, other) ?? foreignPartsOf(plain, point, other)
  if (!parts) return { kind: 'unclear' }
  const { sign, whole, decimals } = parts
  // in a currency with three decimals, `1.850` has two meanings
  if (parts.isGroupedOnce && digits > 2) return { kind: 'unclear' }
  // as another language groups thousands: that there are too many decimals would not help
  if (digits < 3 && new RegExp(`^-?[1-9]\\d{0,2}${escaped(point)}\\d{3}$`).test(plain)) return { kind: 'unclear' }
  if (decimals.length > Math.max(digits, 2) || /[1-9]/.test(decimals.slice(digits))) return { kind: 'decimals' }
  const minor = Number(whole + decimals.slice(0, digits).padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? { kind: 'amount', minor: sign ? 0 - minor : minor } : { kind: 'unclear' }
}

/** An amount as a field shows it: the decimal sign of the language, no grouping. */
export function amountText(minor: number, { locale, digits }: Reading): string {
  const text = decimalText(minor, digits)
  return locale === 'en' ? text : text.replace('.', ',')
}

interface Parts {
  sign: string
  whole: string
  decimals: string
  /** its only sign groups three digits, like `1.850` in French */
  isGroupedOnce: boolean
}

const escaped = (sign: string) => (sign === '.' ? '\\.' : sign)

/** A number as the language writes it: grouped by spaces, by the other sign, or not at all. */
function partsOf(text: string, point: string, other: string): Parts | undefined {
  const [p, o] = [escaped(point), escaped(other)]
  const found = new RegExp(`^(-?)([1-9]\\d{0,2}(?:( |${o})\\d{3})(?:\\3\\d{3})*|\\d+)(?:${p}(\\d+))?$`).exec(text)
  if (!found) return undefined
  const [, sign = '', whole = '', group, decimals = ''] = found
  const isGroupedOnce = group === other && whole.split(other).length === 2 && decimals === ''
  return { sign, whole: whole.replaceAll(/[ .,]/g, ''), decimals, isGroupedOnce }
}

/** A number as another language writes it, where it has only one meaning: one or two decimals, or both signs. */
function foreignPartsOf(text: string, point: string, other: string): Parts | undefined {
  const [p, o] = [escaped(point), escaped(other)]
  const few = new RegExp(`^(-?)(\\d+)${o}(\\d{1,2})$`).exec(text)
  const both = new RegExp(`^(-?)([1-9]\\d{0,2}(?:(?: \\d{3})+|(?:${p}\\d{3})+))${o}(\\d{1,3})$`).exec(text)
  const [, sign = '', whole = '', decimals = ''] = few ?? both ?? []
  return whole ? { sign, whole: whole.replaceAll(/[ .,]/g, ''), decimals, isGroupedOnce: false } : undefined
}
