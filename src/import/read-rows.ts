import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { articleKey } from '../../contract/catalogue-query.ts'
import { isUuid, oneLine } from '../../contract/fields.ts'
import type { FishImportRow } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { fieldRow, isProductField } from '../../contract/product-fields.ts'
import type { ColumnName } from '../i18n/column-titles.ts'
import { pause } from '../lib/cancel.ts'
import { type Cell, cellText, type OddCell, type TableRow } from '../tables/cells.ts'
import { readType, type SheetTable } from './columns.ts'
import { type DecimalSign, decimalSignOf, type NumberRule, readNumber } from './read-number.ts'

export interface CellError {
  /** the row's number in the spreadsheet */
  row: number
  /** undefined for what is wrong with a whole row */
  column: ColumnName | undefined
  value: string
  /** what the row says of its product, for the reader to find it */
  product: string
  message: MessageDescriptor
}

export interface SheetRow {
  number: number
  row: FishImportRow
  /** a file name or an address; empty without a picture */
  picture: string
  /** the cells as text, for error messages */
  cells: Partial<Record<ColumnName, string>>
}

/** How the cells of a table are read. */
export interface CellChoices {
  locale: Locale
  /** undefined: as each column shows */
  decimal?: DecimalSign | undefined
  /** an empty cell clears its field, which otherwise stays as it is */
  clears?: boolean
  /** a row has no more cells than there are titles: in a text, a separator has slipped into a cell otherwise */
  isText?: boolean
}

interface Reading {
  /** undefined for an empty cell that sets no value */
  value?: string | number | undefined
  wrong?: MessageDescriptor
}

/** The name and article number of a row, whichever it has. */
export function productOf(cells: SheetRow['cells']): string {
  const name = cells.trade_name || cells.trade_name_fr || cells.trade_name_es
  return [cells.code, name].filter(Boolean).join(' · ')
}

/** What is wrong with a cell that is neither a text nor a number; undefined where its field can take it. */
function wrongKind({ kind, text, meant = '', value }: OddCell, name: ColumnName): MessageDescriptor | undefined {
  // an article number may be any text, as long as no spreadsheet made it something else
  const isFree = value === undefined && (name === 'code' || name === 'picture')
  switch (kind) {
    case 'error':
      return msg`The spreadsheet could not calculate this cell. Please correct its formula or type the value.`
    case 'characters':
      return msg`A character here cannot be read. Please choose another encoding above, or correct the cell.`
    case 'quote':
      return msg`A quotation mark here is not closed. Please remove it, or write it twice within quotation marks.`
    case 'overflow':
      return msg`This row has more cells than there are titles. A text with a separator needs quotation marks.`
    case 'boolean':
      if (isFree) return undefined
      return msg`This is a yes or a no. Please write the value.`
    case 'money':
      return msg`This is an amount of money. Please give the cell another format, or assign another column.`
    case 'date':
      if (isFree) return undefined
      return meant
        ? msg`The spreadsheet made a date of this. Was it ${meant}? Please give the cell the format Text and type it again.`
        : msg`The spreadsheet made a date of this. Please give the cell the format Text and type it again.`
    case 'percent':
      return name === 'countInStock' ? msg`This is a percentage. Please write tonnes.` : undefined
    default:
      return text.startsWith('#')
        ? msg`Please make the column of this cell wider, or give it another format.`
        : undefined
  }
}

const unitRest = /^[\d.,\s\u2019'-]*$/

function readNumberCell(cell: Cell, rule: NumberRule): Reading {
  if (typeof cell === 'string') return readNumber(cell, rule)
  const value = typeof cell === 'number' ? cell : cell.value
  // a unit in the format of a cell is read as one that is typed
  const isBare = typeof cell === 'number' || cell.kind === 'percent' || unitRest.test(cell.text)
  const asText = isBare ? undefined : readNumber(cell.text.replace(/,(?=\d{3})/g, ''), { ...rule, decimal: '.' })
  if (asText?.wrong) return asText
  return value === undefined
    ? { wrong: msg`Please write the value as a number` }
    : readNumber(String(value), { ...rule, decimal: '.' })
}

/** A spreadsheet keeps 15 digits of a number, and shows the first of them. */
const lostDigits = /^\d(?:[.,]\d+)?E\+?\d+$/i

function readCell(name: ColumnName, cell: Cell, { locale, decimal, clears }: CellChoices): Reading {
  const wrong = typeof cell === 'object' ? wrongKind(cell, name) : undefined
  if (wrong) return { wrong }
  const text = cellText(cell)
  const isPercent = isProductField(name) && fieldRow(name).kind === 'percent'
  if (text === '') {
    const isOptional = isProductField(name)
    if (!clears || name === '_id' || name === 'picture') return { value: undefined }
    return isOptional ? { value: isPercent ? 0 : '' } : { wrong: msg`Please fill in this field` }
  }
  if (name === 'countInStock') return readNumberCell(cell, { kind: 'tonnes', max: limits.stockMax, locale, decimal })
  if (isPercent) return readNumberCell(cell, { kind: 'percent', max: limits.percentMax, locale, decimal })
  if (lostDigits.test(text) || (typeof cell === 'number' && Math.abs(cell) >= 1e15))
    return {
      wrong: msg`The spreadsheet has shortened this number. Please give the cell the format Text and type it again.`,
    }
  if (name === 'type') {
    const type = readType(text)
    return type ? { value: type } : { wrong: msg`Please write fish or seafood` }
  }
  if (name === '_id')
    return isUuid(text.toLowerCase())
      ? { value: text }
      : { wrong: msg`This ID does not belong to this shop. Please leave this column out to add new products.` }
  if (name === 'fao_code')
    return /^[a-z]{3}$/i.test(text)
      ? { value: text.toUpperCase() }
      : { wrong: msg`Please write three letters, such as HKE` }
  // a cell may have several lines
  return { value: oneLine(text) }
}

/** The rows with an article number or id that an earlier row has. */
function doubles(rows: readonly SheetRow[]): CellError[] {
  const errors: CellError[] = []
  for (const column of ['code', '_id'] as const) {
    const first = new Map<string, number>()
    for (const { number, row, cells } of rows) {
      const key = articleKey(row[column] ?? '')
      const other = first.get(key)
      if (key === '') continue
      if (other === undefined) first.set(key, number)
      else {
        const message = msg`Row ${other} has this already`
        errors.push({ row: number, column, value: cells[column] ?? '', product: productOf(cells), message })
      }
    }
  }
  return errors
}

export interface ReadRow extends SheetRow {
  errors: CellError[]
}

/** Reads single rows of a table; the sign of decimals is found in its whole columns. */
export function rowReader(
  { titles, rows }: SheetTable,
  columns: readonly (ColumnName | undefined)[],
  choices: CellChoices,
): (row: TableRow) => ReadRow {
  const signs = columns.map((name, at) => {
    const isPercent = name && isProductField(name) && fieldRow(name).kind === 'percent'
    if (choices.decimal || (name !== 'countInStock' && !isPercent)) return choices.decimal
    const texts = rows.flatMap(({ cells }) => (typeof cells[at] === 'string' ? [cells[at]] : []))
    return decimalSignOf(texts, isPercent ? 'percent' : 'tonnes')
  })
  return ({ number, cells }) => {
    const texts: SheetRow['cells'] = {}
    columns.forEach((column, at) => {
      if (column) texts[column] = cellText(cells[at])
    })
    const product = productOf(texts)
    const values: Partial<Record<ColumnName, string | number>> = {}
    const errors: CellError[] = []
    columns.forEach((column, at) => {
      if (!column) return
      const cell = cells[at] ?? ''
      // the title tells the unit, too
      const isKilograms = column === 'countInStock' && cell !== '' && /\bkgs?\b|kilo/i.test(titles[at] ?? '')
      const { value, wrong } = isKilograms
        ? { value: undefined, wrong: msg`Please write tonnes, not kilograms` }
        : readCell(column, cell, { ...choices, decimal: signs[at] })
      if (wrong) errors.push({ row: number, column, value: texts[column] ?? '', product, message: wrong })
      else if (value !== undefined) values[column] = value
    })
    const over = choices.isText ? cells.slice(titles.length).find((cell) => cell !== '') : undefined
    if (over !== undefined) {
      const message = wrongKind({ kind: 'overflow', text: '' }, 'code')
      if (message) errors.push({ row: number, column: undefined, value: cellText(over), product, message })
    }
    const { picture = '', ...row } = values
    // every value was read by the rule of its column
    return { number, row: row as FishImportRow, picture: String(picture), cells: texts, errors }
  }
}

/** The rows of which every cell is right, and what is wrong with the others. */
export function sortOut(read: readonly ReadRow[]): { rows: SheetRow[]; errors: CellError[] } {
  const right = read.filter(({ errors }) => errors.length === 0).map(({ errors: _, ...row }): SheetRow => row)
  const doubled = doubles(right)
  const isDoubled = new Set(doubled.map(({ row }) => row))
  return {
    rows: right.filter(({ number }) => !isDoubled.has(number)),
    errors: [...read.flatMap(({ errors }) => errors), ...doubled],
  }
}

/** The rows of a table as the contract wants them, with the fields of its columns only. Leaves out rows with an error. */
export function readRows(table: SheetTable, columns: readonly (ColumnName | undefined)[], choices: CellChoices) {
  return sortOut(table.rows.map(rowReader(table, columns, choices)))
}

/** The same in parts, between which the screen can move. */
export async function readAllRows(
  table: SheetTable,
  columns: readonly (ColumnName | undefined)[],
  { signal, ...choices }: CellChoices & { signal: AbortSignal },
) {
  const readRow = rowReader(table, columns, choices)
  const read: ReadRow[] = []
  for (let at = 0; at < table.rows.length; at += limits.importRows) {
    read.push(...table.rows.slice(at, at + limits.importRows).map(readRow))
    await pause(0, signal)
  }
  return sortOut(read)
}
