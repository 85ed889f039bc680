import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '../../contract/locales.ts'
import { plainNumber, withoutTonnes } from '../../contract/texts/quantity.ts'
import { formatNumber, quantityText } from '../i18n/numbers.ts'

export const decimalSigns = [',', '.'] as const
export type DecimalSign = (typeof decimalSigns)[number]

export interface NumberRule {
  kind: 'tonnes' | 'percent'
  max: number
  locale: Locale
  /** of the column, or chosen; without it, a number with two meanings is refused */
  decimal: DecimalSign | undefined
}

interface Parts {
  whole: string
  decimals: string
  /** the decimal sign that the number proves. `either`: its only sign separates decimals or thousands */
  proves?: DecimalSign | 'either'
}

/** A number with its unit removed, in parts; undefined for anything else. */
function partsOf(text: string): Parts | undefined {
  const spaced = /^\d{1,3}(?:[\s\u2019']\d{3})+(?=[.,]|$)/.exec(text)?.[0]
  const plain = spaced ? spaced.replace(/\D/g, '') + text.slice(spaced.length) : text
  if (/^\d+$/.test(plain)) return { whole: plain, decimals: '' }
  // also as in India: 1,25,000.50
  const commas = /^(\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/.exec(plain)
  const points = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(plain)
  const [, grouped = '', decimals = ''] = commas ?? points ?? []
  if (grouped && (decimals || grouped.split(/[.,]/).length > 2))
    return { whole: grouped.replace(/[.,]/g, ''), decimals, proves: commas ? '.' : ',' }
  const [, whole, sign, rest = ''] = /^(\d*)([.,])(\d+)$/.exec(plain) ?? []
  if (whole === undefined) return undefined
  const isEither = !spaced && rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return { whole, decimals: rest, proves: isEither ? 'either' : sign === ',' ? ',' : '.' }
}

const withoutUnit = (text: string, kind: NumberRule['kind']): string =>
  kind === 'tonnes' ? withoutTonnes(text) : plainNumber(text).replace(/\s*%$/, '')

/** The decimal sign that the numbers of a column prove; undefined where none does, or each of them. */
export function decimalSignOf(texts: readonly string[], kind: NumberRule['kind']): DecimalSign | undefined {
  const proven = new Set(texts.map((text) => partsOf(withoutUnit(text, kind))?.proves))
  return decimalSigns.find(
    (sign) => proven.has(sign) && !decimalSigns.some((other) => other !== sign && proven.has(other)),
  )
}

type ReadNumber = { value: number; wrong?: never } | { value?: never; wrong: MessageDescriptor }

/** Reads a number as people and spreadsheets write it: `12.5`, `12,5 T`, `1 250,0`, `1,250.0`. */
export function readNumber(text: string, { kind, max, locale, decimal }: NumberRule): ReadNumber {
  const parts = partsOf(withoutUnit(text, kind))
  if (kind === 'tonnes' && /\d\s*kg\.?$/i.test(text)) return { wrong: msg`Please write tonnes, not kilograms` }
  const most = formatNumber(max, locale)
  const wrong = msg`Please enter a number from 0 to ${most}`
  if (!parts) return { wrong }
  const { whole, decimals, proves } = parts
  const asDecimal = Number(`${whole || '0'}.${decimals || '0'}`)
  const asGroup = Number(whole + decimals)
  if (proves !== 'either') return asDecimal > max ? { wrong } : { value: asDecimal }
  const [small, large] = [quantityText(asDecimal, locale), quantityText(asGroup, locale)]
  if (!decimal) return { wrong: msg`Is this ${large} or ${small}? Please choose the decimal sign above.` }
  const value = plainNumber(text).includes(decimal) ? asDecimal : asGroup
  return value > max ? { wrong } : { value }
}
