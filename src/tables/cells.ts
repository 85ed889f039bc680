/** The limits of a file that is read in the browser. `cellLength`: characters, as in Excel. */
export const tableLimits = {
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  rows: 20_000,
  /** the titles, and above them the exporter's name or a date */
  titleRows: 20,
  /** also empty cells, which a sheet may count by millions */
  cells: 25_000_000,
  cellLength: 32_767,
} as const

/** Rows that are read of a sheet: more than these are too many. */
export const mostRows = tableLimits.rows + tableLimits.titleRows

/** What is no plain text or number. `text` is what the author sees, `value` the number behind it (of a `percent` cell in per cent). */
export interface OddCell {
  kind: 'percent' | 'money' | 'shown' | 'date' | 'boolean' | 'error' | 'quote' | 'characters' | 'overflow'
  text: string
  value?: number
  /** what a date was before the spreadsheet made it one */
  meant?: string
}
/** A number only if the file marks the cell as numeric. */
export type Cell = string | number | OddCell

/** A row of the file with at least one filled cell. `number`: the row's number in the spreadsheet. */
export interface TableRow {
  number: number
  cells: Cell[]
  isHidden?: true
}

export interface Sheet {
  name: string
  rows: TableRow[]
}

export const isFilled = (cells: readonly Cell[]): boolean => cells.some((cell) => cell !== '')

export const cellText = (cell: Cell | undefined): string =>
  typeof cell === 'object' ? cell.text : cell === undefined ? '' : String(cell)

/** Without the noise of binary fractions: `0.30000000000000004` is 0.3. */
export const cleanNumber = (value: number): number => Number(value.toPrecision(15))

/** English, French, Spanish, Portuguese and German; three letters or the usual short form. */
const monthNames = [
  ['jan', 'janv', 'ene', 'january', 'janvier', 'enero'],
  ['feb', 'fev', 'fevr', 'february', 'fevrier', 'febrero'],
  ['mar', 'mars', 'mrz', 'march', 'marzo'],
  ['apr', 'avr', 'abr', 'april', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'juin', 'june', 'junio'],
  ['jul', 'juil', 'july', 'juillet', 'julio'],
  ['aug', 'aout', 'ago', 'august', 'agosto'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre'],
  ['oct', 'okt', 'october', 'octobre', 'octubre'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'dez', 'dic', 'december', 'decembre', 'diciembre'],
]
function monthOf(word: string): number {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return monthNames.findIndex((names) => names.includes(plain)) + 1
}

/** Sizes and grades ascend: what became 2 April or 4 February was `2-4`. */
export const meantBy = (a: number, b: number): string => `${Math.min(a, b)}-${Math.max(a, b)}`

const fullDate =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.]\d{4}|\d\d\/\d\d\/\d\d)(?:[T ]\d\d:\d\d.*)?$/

/** A text that a spreadsheet writes for a date: `2-avr`, `Apr-26`, `02/04/2026`. */
function dateOf(text: string): OddCell | undefined {
  if (!/^\d.*\D|\D\d+$/.test(text)) return undefined
  if (fullDate.test(text)) {
    const parts = (text.match(/\d+/g) ?? []).map(Number)
    const [a = 0, b = 0] = /^\d{4}/.test(text) ? parts.slice(1) : parts
    return Math.min(a, b) < 1 || Math.min(a, b) > 12 || Math.max(a, b) > 31
      ? undefined
      : { kind: 'date', text, meant: meantBy(a, b) }
  }
  const asian = /^(\d{1,2})月(\d{1,2})日$/.exec(text)
  if (asian) return { kind: 'date', text, meant: meantBy(Number(asian[1]), Number(asian[2])) }
  const found = /^(\d{1,2})[-. /](\p{L}{3,10})\.?(?:[-. /]\d{2,4})?$/u.exec(text)
  const turned = /^(\p{L}{3,10})\.?[-./](\d{2}|\d{4})$/u.exec(text)
  const [a, b] = [Number(found?.[1] ?? turned?.[2]) % 100, monthOf(found?.[2] ?? turned?.[1] ?? '')]
  return b > 0 ? { kind: 'date', text, meant: meantBy(a, b) } : undefined
}

/** What spreadsheets of many languages and programs write in place of a value. */
const errorValue =
  /^#[¡¿]?[\p{Lu}_/\d]+[!?]$|^#N\/[AD]$|^#(?:NV|SPILL|GETTING_DATA|EXTERNAL)!?$|^Err:\d{3}$|^#{3,}$|^(?:NaN|undefined|null|NULL|\[object Object\])$/u
const booleanValue = /^(?:yes|no|oui|non|s[ií]|true|false|vrai|faux|verdadero|falso|wahr|falsch|verdadeiro)$/i
/** A character that its encoding does not have, or UTF-8 that was read as another encoding and written again. */
const garbled = /\uFFFD|[\u0080-\u0084\u0086-\u009F]|Ã[^\p{L} \d]|Ã[ŠŒŽŸƒªº]|Â[°«»£·®]|â€/u

/** A text of a file, with what it is recognised as. Removes spaces around it and characters without width. */
export function readText(raw: string): Cell {
  const text = raw.replace(/[\u200b\u2060\ufeff]/g, '').trim()
  // most cells are plain words
  if (text === '' || (text.length > 10 && /^[a-z ]+$/i.test(text))) return text
  if (garbled.test(text)) return { kind: 'characters', text }
  if (text.length > 30) return text
  if (errorValue.test(text)) return { kind: 'error', text }
  if (booleanValue.test(text)) return { kind: 'boolean', text }
  return dateOf(text) ?? text
}
