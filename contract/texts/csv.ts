import type { Locale } from '../locales.ts'

/** A cell of a file that is written. `day` is a calendar day, `2026-01-31`. */
export type CellValue = string | number | { day: string }

/** `point`: comma between cells, decimal point. `comma`: semicolon between cells, decimal comma. */
export type CsvStyle = 'point' | 'comma'

export type FileFormat = { kind: 'xlsx' } | { kind: 'csv'; style: CsvStyle }

export type TableValues = readonly (readonly CellValue[])[]

/** What the spreadsheets of a language open with a double click. */
export const csvStyleOf = (locale: Locale): CsvStyle => (locale === 'en' ? 'point' : 'comma')

/** Without it, spreadsheets do not read the file as UTF-8 and garble accents. */
const byteOrderMark = '\uFEFF'

/** The start of a formula in a cell, whichever separator the spreadsheet splits by. */
const formulaStart = /(?:^|[,;\t\r\n])(?:[^\S\t\r\n]|")*(?=[=+\-@＝＋－＠])/g
const blankStart = /(?:^|[,;])(?=[\t\r])/g

/** Digits after a plus can at most be added up; what may follow them in a formula is not among these signs. */
const telephone = /^\+\d(?:[\s()./-]{0,2}\d){6,14}$/

/** Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, CSV injection). Telephone numbers stay as they are. */
function safeText(value: string): string {
  if (telephone.test(value)) return value
  return value.replace(formulaStart, "$&'").replace(blankStart, "$&'")
}

/** Adds a zero to three decimals: they could be read as thousands in languages that group by the same sign. */
function numberText(value: number, style: CsvStyle): string {
  const text = /^-?[1-9]\d{0,2}\.\d{3}$/.test(String(value)) ? `${value}0` : String(value)
  return style === 'comma' ? text.replace('.', ',') : text
}

const quoted = (value: string): string => (/[",;\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

function cellText(value: CellValue, style: CsvStyle): string {
  if (typeof value === 'number') return numberText(value, style)
  return quoted(typeof value === 'string' ? safeText(value) : value.day)
}

export function csvText(rows: TableValues, style: CsvStyle = 'point'): string {
  const separator = style === 'comma' ? ';' : ','
  return byteOrderMark + rows.map((row) => `${row.map((cell) => cellText(cell, style)).join(separator)}\r\n`).join('')
}
