import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { articleKey } from '../../../../contract/catalogue-query.ts'
import type { FishImportRow } from '../../../../contract/fishes.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Locale } from '../../../../contract/locales.ts'
import { fieldRow, isProductField } from '../../../../contract/product-fields.ts'
import { oneLine } from '../../../../contract/texts/one-line.ts'
import type { ColumnName } from '../../../i18n/column-titles.ts'
import type { Cell, TableRow } from '../../../ui/tables/read-table.ts'
import { readType } from './columns.ts'
import { readNumber } from './read-number.ts'

/** A part of a file: the titles and the rows below them. */
export interface SheetTable {
  titles: string[]
  rows: TableRow[]
}

export interface CellError {
  /** the row's number in the spreadsheet */
  row: number
  column: ColumnName
  value: string
  /** what the row says of its product, for the reader to find it */
  product: string
  message: MessageDescriptor
}

export interface SheetRow {
  number: number
  row: FishImportRow
  /** a file name; empty without a picture */
  picture: string
  /** the cells as text, for error messages */
  cells: Partial<Record<ColumnName, string>>
}

interface Reading {
  /** undefined for an empty cell that sets no value */
  value?: string | number | undefined
  wrong?: MessageDescriptor
}

/** The table whose titles are in the row at this place. */
export function tableBelow(rows: readonly TableRow[], titlesAt: number): SheetTable {
  return { titles: (rows[titlesAt]?.cells ?? []).map(String), rows: rows.slice(titlesAt + 1) }
}

/** The name and article number of a row, whichever it has. */
export function productOf(cells: SheetRow['cells']): string {
  const name = cells.trade_name || cells.trade_name_fr || cells.trade_name_es
  return [cells.code, name].filter(Boolean).join(' · ')
}

function readCell(name: ColumnName, cell: Cell, locale: Locale): Reading {
  const text = String(cell)
  if (name === 'countInStock') {
    if (text === '') return { wrong: msg`Please fill in this field` }
    return readNumber(cell, { max: limits.stockMax, unit: /\s*(t|mt|tm|tonnes?|tons?|toneladas?)\.?$/i, locale })
  }
  if (isProductField(name) && fieldRow(name).kind === 'percent') {
    return text === '' ? { value: 0 } : readNumber(cell, { max: limits.percentMax, unit: /\s*%$/, locale })
  }
  if (name === 'type') {
    const type = readType(text)
    return type ? { value: type } : { wrong: msg`Please write fish or seafood` }
  }
  // a row without an id is found by its article number, or is a new product
  if (name === '_id') return { value: text === '' ? undefined : text }
  if (name === 'fao_code') return { value: text.toUpperCase() }
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

/** The rows of a table as the contract wants them, with the fields of its columns only. Leaves out rows with an error. */
export function readRows(
  { rows }: SheetTable,
  columns: readonly (ColumnName | undefined)[],
  locale: Locale,
): { rows: SheetRow[]; errors: CellError[] } {
  const errors: CellError[] = []
  const read = rows.flatMap(({ number, cells }): SheetRow[] => {
    const texts: Partial<Record<ColumnName, string>> = {}
    columns.forEach((column, at) => {
      if (column) texts[column] = String(cells[at] ?? '')
    })
    const values: Partial<Record<ColumnName, string | number>> = {}
    const before = errors.length
    columns.forEach((column, at) => {
      if (!column) return
      const { value, wrong } = readCell(column, cells[at] ?? '', locale)
      if (wrong)
        errors.push({ row: number, column, value: texts[column] ?? '', product: productOf(texts), message: wrong })
      else if (value !== undefined) values[column] = value
    })
    if (errors.length > before) return []
    const { picture = '', ...row } = values
    // every value was read by the rule of its column
    return [{ number, row: row as FishImportRow, picture: String(picture), cells: texts }]
  })
  const doubled = doubles(read)
  const isDoubled = new Set(doubled.map(({ row }) => row))
  return { rows: read.filter(({ number }) => !isDoubled.has(number)), errors: [...errors, ...doubled] }
}
