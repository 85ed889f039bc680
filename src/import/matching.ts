import { type ColumnName, columnNames } from '../i18n/column-titles.ts'
import { readLocal, writeLocal } from '../lib/local-storage.ts'
import { isRecord, parseJson } from '../lib/record.ts'
import type { Sheet, TableRow } from '../tables/cells.ts'
import type { TextForm } from '../tables/read-csv.ts'
import { countTitles, findTitles, matchTable, type SheetTable, tableBelow } from './columns.ts'
import type { DecimalSign } from './read-number.ts'
import type { CellError } from './read-rows.ts'
import type { RefusedCell, RowResult } from './send-rows.ts'

/** How a file is understood. All of it can be chosen. */
export interface Choices {
  /** of the sheet among those of the file */
  sheetAt: number
  /** the place of the row with the titles; undefined: where the most are recognised */
  titlesAt: number | undefined
  readsHidden: boolean
  /** undefined: as each column shows */
  decimal: DecimalSign | undefined
  /** empty cells clear their fields */
  clears: boolean
  /** new products have their name in every language */
  isOneName: boolean
}

/** A file whose columns are being matched. */
export interface Matching {
  kind: 'match'
  file: File
  /** the one with the most titles first */
  sheets: readonly Sheet[]
  /** of a file that has no sheets */
  form: TextForm | undefined
  choices: Choices
  /** those of the sheet that are read */
  rows: readonly TableRow[]
  titlesAt: number
  table: SheetTable
  columns: (ColumnName | undefined)[]
}

/** The rows of a file with what the shop would do with them. */
export interface Checked {
  kind: 'checked'
  results: RowResult[]
  errors: CellError[]
  refused: RefusedCell[]
  /** the idempotency key of each batch, the same one when it is sent again */
  keys: string[]
  /** there is no connection: compared with the catalogue on this device, for a look only */
  isSaved: boolean
  /** what was checked, for the way back */
  from: Matching
}

/** What is running, and how far it is. */
export interface Progress {
  kind: 'reading' | 'checking' | 'importing' | 'pictures'
  done: number
  /** 0 while it is not known */
  of: number
}

export const firstChoices: Choices = {
  ...{ sheetAt: 0, titlesAt: undefined, readsHidden: false, decimal: undefined, clears: false, isOneName: false },
}

const storageKey = 'importColumns'
/** Files whose columns are remembered. */
const remembered = 20
const titlesKey = (titles: readonly string[]) => titles.join('\n').slice(0, 5000)

function savedColumns(): [string, unknown][] {
  const local = readLocal(storageKey)
  const saved = local.kind === 'text' ? parseJson(local.text) : undefined
  return isRecord(saved) ? Object.entries(saved) : []
}

/** Remembers the fields of these titles for the next file that has them. */
export function rememberColumns({ table: { titles }, columns }: Matching): void {
  const key = titlesKey(titles)
  const others = savedColumns().filter(([other]) => other !== key)
  const saved = [...others.slice(1 - remembered), [key, columns.map((name) => name ?? '')] as const]
  writeLocal(storageKey, JSON.stringify(Object.fromEntries(saved)))
}

function columnsOf(table: SheetTable): (ColumnName | undefined)[] {
  const saved = savedColumns().find(([key]) => key === titlesKey(table.titles))?.[1]
  if (!Array.isArray(saved) || saved.length !== table.titles.length) return matchTable(table)
  return saved.map((name) => columnNames.find((each) => each === name))
}

export const bestFirst = (sheets: readonly Sheet[]): Sheet[] =>
  sheets
    .map((sheet) => ({ sheet, count: countTitles(sheet) }))
    .sort((a, b) => b.count - a.count)
    .map(({ sheet }) => sheet)

type Given = Pick<Matching, 'file' | 'sheets' | 'form' | 'choices'> & { columns?: Matching['columns'] | undefined }

/** A file as these choices read it. Columns that were matched by hand stay while their titles are the same. */
export function matching({ columns, ...given }: Given, before?: Matching): Matching {
  const { sheets, choices } = given
  const all = sheets[choices.sheetAt]?.rows ?? []
  const rows = choices.readsHidden ? all : all.filter(({ isHidden }) => !isHidden)
  const titlesAt = choices.titlesAt ?? findTitles(rows)
  const table = tableBelow(rows, titlesAt)
  const isSame = before !== undefined && titlesKey(before.table.titles) === titlesKey(table.titles)
  return {
    kind: 'match',
    ...given,
    rows,
    titlesAt,
    table,
    columns: columns ?? (isSame ? before.columns : columnsOf(table)),
  }
}
