import { type Cell, cleanNumber, meantBy } from './cells.ts'

/** Formats without a code of their own in a workbook, as far as they tell what a number is. */
export function presetFormat(id: number): string {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
    return id === 17 ? 'mmm-yy' : 'd-mmm'
  if (id === 9 || id === 10) return id === 9 ? '0%' : '0.00%'
  return (id >= 5 && id <= 8) || id === 42 || id === 44 ? '$#,##0.00' : 'General'
}

interface Section {
  before: string
  digits: string
  after: string
  /** what is neither a literal nor a digit */
  signs: string
}

/** The parts of a format for numbers above 0, below 0 and for 0. */
function sectionsOf(pattern: string): Section[] {
  const sections: Section[] = [{ before: '', digits: '', after: '', signs: '' }]
  for (const [whole, quoted, escaped, currency, sign] of pattern.matchAll(
    /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*.|(.)/gs,
  )) {
    const section = sections.at(-1)
    const literal = quoted ?? escaped ?? currency ?? (sign === undefined ? '' : undefined)
    if (!section) return []
    if (sign === ';') sections.push({ before: '', digits: '', after: '', signs: '' })
    else if (literal === undefined && /[0#?.,]/.test(whole)) section.digits += whole
    else {
      if (section.digits) section.after += literal ?? whole
      else section.before += literal ?? whole
      if (literal === undefined) section.signs += whole
    }
  }
  return sections
}

interface Formatted {
  kind: 'number' | 'percent' | 'money' | 'date'
  /** without separators of thousands */
  text: string
  hasDay: boolean
}

/** A number as a spreadsheet shows it, and what it is there. */
function formatNumber(value: number, pattern: string): Formatted {
  const plain = { kind: 'number', text: String(value), hasDay: false } as const
  if (/^general|^@/i.test(pattern)) return plain
  const sections = sectionsOf(pattern)
  const [first] = sections
  const special = value < 0 ? sections[1] : value === 0 ? sections[2] : undefined
  const section = special ?? first
  if (!section || !first || /E[+-]/i.test(first.signs) || (first.signs.includes('/') && !/[ymd]/i.test(first.signs)))
    return plain
  if (/[ymdhs]/i.test(first.signs)) return { ...plain, kind: 'date', hasDay: /d/i.test(first.signs) }
  const isPercent = first.signs.includes('%')
  const { before, digits, after } = section
  const [whole = '', decimals = ''] = digits.replaceAll(',', '').split('.')
  const size = Math.abs(isPercent ? Number((value * 100).toPrecision(15)) : value)
  const [digitsBefore = '', digitsAfter = ''] = size.toFixed(Math.min(decimals.length, 20)).split('.')
  const rest = digitsAfter.replace(new RegExp(`0{0,${decimals.replace(/0/g, '').length}}$`), '')
  const number = digitsBefore.padStart(whole.replace(/[^0]/g, '').length, '0') + (rest && `.${rest}`)
  const sign = value < 0 && !special ? '-' : ''
  const text = (sign + before + (digits ? number : '') + after).trim()
  return { kind: isPercent ? 'percent' : /\p{Sc}/u.test(text) ? 'money' : 'number', text, hasDay: false }
}

/** A date cell, with what its author may have typed: `2-4` in a format with a day, `4-26` in one of month and year. */
function dateCell(serial: number, { hasDay, is1904 }: { hasDay: boolean; is1904: boolean }): Cell {
  const date = new Date((serial - 25_569 + (is1904 ? 1462 : 0)) * 86_400_000)
  if (serial < 1 || Number.isNaN(date.getTime())) return { kind: 'date', text: String(serial), value: serial }
  const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear() % 100]
  return {
    kind: 'date',
    text: date.toISOString().slice(0, 10),
    value: serial,
    meant: meantBy(hasDay ? day : year, month),
  }
}

/** A numeric cell as its author sees it. */
export function numberCell(value: number, pattern: string, is1904: boolean): Cell {
  const clean = cleanNumber(value)
  const { kind, text, hasDay } = formatNumber(clean, pattern)
  if (kind === 'date') return dateCell(value, { hasDay, is1904 })
  if (kind === 'percent') return { kind, text, value: cleanNumber(value * 100) }
  if (kind === 'money') return { kind, text, value: clean }
  return Number(text) === clean && !/^-?0\d/.test(text) ? clean : { kind: 'shown', text, value: clean }
}
