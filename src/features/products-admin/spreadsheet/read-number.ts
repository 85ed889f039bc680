import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '../../../../contract/locales.ts'
import { isGrouped } from '../../../../contract/texts/quantity.ts'
import { formatNumber } from '../../../i18n/numbers.ts'
import type { Cell } from '../../../ui/tables/read-table.ts'

interface NumberRule {
  max: number
  /** the unit that may follow */
  unit: RegExp
  locale: Locale
}

/** Removes thousands separators that can be nothing else: spaces, one of two different signs, or a sign that comes twice. */
function withoutGroups(text: string): string {
  const spaced = /^\d{1,3}(?:[\s\u2019']\d{3})+(?=[.,]|$)/.exec(text)?.[0]
  const plain = spaced ? spaced.replace(/\D/g, '') + text.slice(spaced.length) : text
  if (/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(plain)) return plain.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/.test(plain)) return plain.replaceAll('.', '')
  return plain
}

/** Reads a number as people and spreadsheets write it: `12.5`, `12,5 T`, `1 250,0`, `1,250.0`. */
export function readNumber(
  cell: Cell,
  { max, unit, locale }: NumberRule,
): { value: number; wrong?: never } | { value?: never; wrong: MessageDescriptor } {
  const text = withoutGroups(String(cell).trim().replace(unit, ''))
  // a numeric cell has no thousands separators
  if (typeof cell === 'string' && isGrouped(text, locale))
    return { wrong: msg`Write thousands without a separator: 1500.` }
  const plain = text.replace(',', '.')
  const most = formatNumber(max, locale)
  if (!/^\d+(\.\d+)?$/.test(plain) || Number(plain) > max)
    return { wrong: msg`Please enter a number from 0 to ${most}` }
  return { value: Number(plain) }
}
