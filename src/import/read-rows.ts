import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { invalidFields } from '../../contract/broken-rules.ts'
import { articleKey } from '../../contract/catalogue-query.ts'
import { isUuid, oneLine } from '../../contract/fields.ts'
import { FishImportRow } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { LotImportRow, lotKey } from '../../contract/lots.ts'
import { bareDigits, emptyValue, fieldRow, isNumber, isProductField } from '../../contract/product-fields.ts'
import { plainNumber, withoutTonnes } from '../../contract/texts/quantity.ts'
import type { RefusedField } from '../api/exchange.ts'
import { type ColumnName, lotColumns } from '../i18n/column-titles.ts'
import { formatNumber, quantityText } from '../i18n/numbers.ts'
import { pause } from '../lib/cancel.ts'
import { type Cell, cellText, type OddCell, type TableRow } from '../tables/cells.ts'
import { type DayOrder, dayOrderOf, isDayColumn, isOptionalOfLot, type LotRow, readDay } from './lot-cells.ts'
import { type DecimalSign, decimalSigns, type Matching, readFlag, readType, type SheetTable } from './matching.ts'

export interface WrongCell {
  row: number
  /** undefined for what is wrong with a whole row */
  column: ColumnName | undefined
  value: string
  /** what the row says of its product, for the reader to find it */
  product: string
  /** a sentence, or a rule of the contract that it breaks */
  wrong: MessageDescriptor | RefusedField
}

export interface SheetRow {
  number: number
  /** of a product, or the columns of a lot */
  row: FishImportRow & LotRow
  /** a file name or an address; empty without a picture */
  picture: string
  cells: Partial<Record<ColumnName, string>>
}

export interface ReadRow extends SheetRow {
  errors: WrongCell[]
}

export function wrongCell(
  { number, cells }: Pick<SheetRow, 'number' | 'cells'>,
  column: ColumnName,
  wrong: WrongCell['wrong'],
): WrongCell {
  return { row: number, column, value: cells[column] ?? '', product: productOf(cells), wrong }
}

export function productOf(cells: SheetRow['cells']): string {
  const name = cells.trade_name || cells.trade_name_fr || cells.trade_name_es
  return [cells.lot, cells.product, cells.code, name].filter(Boolean).join(' · ')
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

type NumberKind = 'tonnes' | 'percent' | 'kilograms'
const mostOf: Record<NumberKind, number> = {
  tonnes: limits.stockMax,
  percent: limits.percentMax,
  kilograms: limits.cartonNetMax,
}

const withoutUnit = (text: string, kind: NumberKind): string =>
  kind === 'tonnes' ? withoutTonnes(text) : plainNumber(text).replace(/\s*(%|kg\.?)$/i, '')

/** The decimal sign that the numbers of a column prove; undefined where none does, or each of them. */
function decimalSignOf(texts: readonly string[], kind: NumberKind): DecimalSign | undefined {
  const proven = new Set(texts.map((text) => partsOf(withoutUnit(text, kind))?.proves))
  return decimalSigns.find(
    (sign) => proven.has(sign) && !decimalSigns.some((other) => other !== sign && proven.has(other)),
  )
}

interface CellReading {
  /** undefined for an empty cell that sets no value */
  value?: string | number | boolean | undefined
  wrong?: WrongCell['wrong']
}

interface NumberRule {
  kind: NumberKind
  locale: Locale
  /** of the column, or chosen; without it, a number with two meanings is refused */
  decimal: DecimalSign | undefined
}

/** Reads a number as people and spreadsheets write it: `12.5`, `12,5 T`, `1 250,0`, `1,250.0`. */
function readNumber(text: string, { kind, locale, decimal }: NumberRule): CellReading {
  const parts = partsOf(withoutUnit(text, kind))
  if (kind === 'tonnes' && /\d\s*kg\.?$/i.test(text)) return { wrong: msg`Please write tonnes, not kilograms` }
  const max = mostOf[kind]
  const most = formatNumber(max, locale)
  const wrong = msg`Please enter a number from 0 to ${most}`
  if (!parts) return { wrong }
  const { whole, decimals, proves } = parts
  const asDecimal = Number(`${whole || '0'}.${decimals || '0'}`)
  const asGroup = Number(whole + decimals)
  const [small, large] = [quantityText(asDecimal, locale), quantityText(asGroup, locale)]
  if (proves === 'either' && !decimal)
    return { wrong: msg`Is this ${large} or ${small}? Please choose the decimal sign above.` }
  const isGroup = proves === 'either' && decimal && !plainNumber(text).includes(decimal)
  const value = isGroup ? asGroup : asDecimal
  return value > max ? { wrong } : { value }
}

const unitRest = /^[\d.,\s\u2019'-]*$/

function readNumberCell(cell: Cell, rule: NumberRule): CellReading {
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

/** What is wrong with a cell that is neither a text nor a number; undefined where its field can take it. */
function wrongKind({ kind, text, meant = '', value }: OddCell, name: ColumnName): MessageDescriptor | undefined {
  // an article number may be any text, as long as no spreadsheet made it something else
  const isFree = value === undefined && (name === 'code' || name === 'lot' || name === 'picture')
  switch (kind) {
    case 'error':
      return msg`The spreadsheet could not calculate this cell. Please correct its formula or type the value.`
    case 'characters':
      return msg`A character here cannot be read. Please choose another encoding above, or correct the cell.`
    case 'quote':
      return msg`A quotation mark here is not closed. Please remove it, or write it twice within quotation marks.`
    case 'boolean':
      return isFree || name === 'featured' ? undefined : msg`This is a yes or a no. Please write the value.`
    case 'money':
      return msg`This is an amount of money. Please give the cell another format, or assign another column.`
    case 'date':
      if (isFree || isDayColumn(name) || name === 'landedAt') return undefined
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

/** A spreadsheet keeps 15 digits of a number, and shows the first of them. */
const lostDigits = /^\d(?:[.,]\d+)?E\+?\d+$/i

function numberKind(name: ColumnName): NumberKind | undefined {
  if (name === 'countInStock') return 'tonnes'
  const kind = isProductField(name) ? fieldRow(name).kind : undefined
  return kind && isNumber(kind) ? kind : undefined
}

export interface CellChoices extends Partial<Pick<Matching['choices'], 'decimal' | 'clears'>> {
  locale: Locale
  /** a row has no more cells than there are titles: in a text, a separator has slipped into a cell otherwise */
  isText?: boolean
}

interface CellRule extends CellChoices {
  dayFirst?: DayOrder
}

function readCell(name: ColumnName, cell: Cell, { locale, decimal, clears, dayFirst }: CellRule): CellReading {
  const wrong = typeof cell === 'object' ? wrongKind(cell, name) : undefined
  if (wrong) return { wrong }
  const text = cellText(cell)
  if (text === '') {
    if (!clears || name === '_id' || name === 'picture') return { value: undefined }
    if (isProductField(name)) return { value: emptyValue(name) }
    if (name === 'featured') return { value: false }
    if (isOptionalOfLot(name)) return { value: '' }
    return { wrong: { path: name, rule: 'required', detail: '' } }
  }
  const kind = numberKind(name)
  if (kind) return readNumberCell(cell, { kind, locale, decimal })
  if (isDayColumn(name)) return readDay(text, dayFirst)
  if (lostDigits.test(text) || (typeof cell === 'number' && Math.abs(cell) >= 1e15))
    return {
      wrong: msg`The spreadsheet has shortened this number. Please give the cell the format Text and type it again.`,
    }
  if (name === 'type') {
    const type = readType(text)
    return type ? { value: type } : { wrong: msg`Please write fish or seafood` }
  }
  if (name === 'featured') {
    const flag = readFlag(text)
    return flag === undefined ? { wrong: msg`Please write yes or no` } : { value: flag }
  }
  if (name === '_id' && !isUuid(text.toLowerCase()))
    return { wrong: msg`This ID does not belong to this shop. Please leave this column out to add new products.` }
  if (isProductField(name) && fieldRow(name).kind === 'lines') return { value: text.trim() }
  if (name === 'hs_code') return { value: bareDigits(text) }
  if (name === 'note') return { value: text.trim() }
  if (name === 'area') return { value: /\d{1,2}/.exec(text)?.[0].padStart(2, '0') ?? oneLine(text) }
  if (name === 'imo') return { value: plainNumber(text).replace(/^IMO\s*/i, '') }
  // a cell may have several lines
  return { value: name === 'fao_code' ? text.toUpperCase() : oneLine(text) }
}

function findDoubles(rows: readonly SheetRow[]): WrongCell[] {
  return (['code', '_id', 'lot'] as const).flatMap((column) => {
    const first = new Map<string, number>()
    return rows.flatMap((row) => {
      const text = row.row[column] ?? ''
      const key = column === 'lot' ? lotKey(text) : articleKey(text)
      const other = first.get(key)
      if (key === '') return []
      if (other !== undefined) return [wrongCell(row, column, msg`Row ${other} has this already`)]
      first.set(key, row.number)
      return []
    })
  })
}

/** Reads single rows of a table; the sign of decimals is found in its whole columns. */
export function rowReader(
  { titles, rows }: SheetTable,
  columns: Matching['columns'],
  choices: CellChoices,
): (row: TableRow) => ReadRow {
  const orders = columns.map((name, at) =>
    name && isDayColumn(name) ? dayOrderOf(rows.map(({ cells }) => cellText(cells[at]))) : undefined,
  )
  const signs = columns.map((name, at) => {
    const kind = name && numberKind(name)
    if (choices.decimal || !kind) return choices.decimal
    const texts = rows.flatMap(({ cells }) => (typeof cells[at] === 'string' ? [cells[at]] : []))
    return decimalSignOf(texts, kind)
  })
  return ({ number, cells }) => {
    const texts: SheetRow['cells'] = {}
    columns.forEach((column, at) => {
      if (column) texts[column] = cellText(cells[at])
    })
    const values: Partial<Record<ColumnName, string | number | boolean>> = {}
    const errors: WrongCell[] = []
    columns.forEach((column, at) => {
      if (!column) return
      const cell = cells[at] ?? ''
      // a unit may stand in the title
      const isKilograms = column === 'countInStock' && cell !== '' && /\bkgs?\b|kilo/i.test(titles[at] ?? '')
      const { value, wrong } = isKilograms
        ? { wrong: msg`Please write tonnes, not kilograms` }
        : readCell(column, cell, { ...choices, decimal: signs[at], dayFirst: orders[at] })
      if (wrong) errors.push(wrongCell({ number, cells: texts }, column, wrong))
      else if (value !== undefined) values[column] = value
    })
    const over = choices.isText ? cells.slice(titles.length).find((cell) => cell !== '') : undefined
    if (over !== undefined) {
      const wrong = msg`This row has more cells than there are titles. A text with a separator needs quotation marks.`
      errors.push({ row: number, column: undefined, value: cellText(over), product: productOf(texts), wrong })
    }
    const { picture = '', ...row } = values
    const schema = columns.some((name) => name && lotColumns.some((each) => each === name))
      ? LotImportRow
      : FishImportRow
    for (const field of invalidFields(schema, row)) {
      const column = columns.find((each) => each === field.path)
      if (column) errors.push(wrongCell({ number, cells: texts }, column, { detail: '', ...field }))
    }
    // every value was read by the rule of its column
    return { number, row: row as SheetRow['row'], picture: String(picture), cells: texts, errors }
  }
}

/** The rows of which every cell is right, and what is wrong with the others. Reads in parts, between which the screen can move. */
export async function readRows(
  table: SheetTable,
  columns: Matching['columns'],
  { signal, ...choices }: CellChoices & { signal?: AbortSignal },
): Promise<{ rows: SheetRow[]; errors: WrongCell[] }> {
  const readRow = rowReader(table, columns, choices)
  const read: ReadRow[] = []
  for (let at = 0; at < table.rows.length; at += limits.importRows) {
    read.push(...table.rows.slice(at, at + limits.importRows).map(readRow))
    await pause(0, signal)
  }
  const right = read.filter(({ errors }) => errors.length === 0).map(({ errors: _, ...row }): SheetRow => row)
  const doubles = findDoubles(right)
  const isDouble = new Set(doubles.map(({ row }) => row))
  return {
    rows: right.filter(({ number }) => !isDouble.has(number)),
    errors: [...read.flatMap(({ errors }) => errors), ...doubles],
  }
}
