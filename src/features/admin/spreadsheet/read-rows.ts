import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FishImportRow } from '../../../../contract/fish-import.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Locale } from '../../../../contract/locales.ts'
import { isGrouped } from '../../../../contract/quantity.ts'
import { type ColumnName, readType } from './columns.ts'
import type { Cell, SheetTable } from './read-table.ts'

export interface CellError {
  /** the row's number in the spreadsheet */
  row: number
  column: ColumnName
  value: string
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

function readNumber(text: string, { max, locale }: { max: number; locale: Locale }): Reading {
  if (isGrouped(text, locale)) return { wrong: msg`Write thousands without a sign between the digits.` }
  const plain = text.replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(plain) || Number(plain) > max) return { wrong: msg`Please enter a number from 0 to ${max}` }
  return { value: Number(plain) }
}

function readCell(name: ColumnName, cell: Cell, locale: Locale): Reading {
  const text = String(cell)
  // a numeric cell has no thousands separators
  const readLimited = (max: number) =>
    typeof cell === 'number'
      ? readNumber(text, { max, locale: 'en' })
      : readNumber(text.replace(/\s*%$/, ''), { max, locale })
  if (name === 'countInStock') {
    if (text === '') return { wrong: msg`Please fill in this field` }
    return readLimited(limits.stockMax)
  }
  if (name === 'glazing') {
    return text === '' ? { value: 0 } : readLimited(limits.glazingMax)
  }
  if (name === 'type') {
    const type = readType(text)
    return type ? { value: type } : { wrong: msg`Please write fish or seafood` }
  }
  // a row without an id is found by its article number, or is a new product
  if (name === '_id') return { value: text === '' ? undefined : text }
  if (name === 'fao_code') return { value: text.toUpperCase() }
  return { value: text }
}

/** The rows of a table as the contract wants them. A row with an error is left out. */
export function readRows(
  { rows }: SheetTable,
  columns: readonly (ColumnName | undefined)[],
  locale: Locale,
): { rows: SheetRow[]; errors: CellError[] } {
  const errors: CellError[] = []
  const read = rows.flatMap(({ number, cells }): SheetRow[] => {
    const before = errors.length
    const texts: Partial<Record<ColumnName, string>> = {}
    const values: Partial<Record<ColumnName, string | number>> = {}
    columns.forEach((column, at) => {
      if (!column) return
      const cell = cells[at] ?? ''
      texts[column] = String(cell)
      const { value, wrong } = readCell(column, cell, locale)
      if (wrong) errors.push({ row: number, column, value: String(cell), message: wrong })
      else if (value !== undefined) values[column] = value
    })
    if (errors.length > before) return []
    const { picture = '', ...row } = values
    // every value was read by the rule of its column
    return [{ number, row: row as FishImportRow, picture: String(picture), cells: texts }]
  })
  return { rows: read, errors }
}
