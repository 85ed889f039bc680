import { guardedXlsx } from './guard-xlsx.ts'
import { tableLimits } from './table-limits.ts'

/** A number only if the file marks the cell as numeric. */
export type Cell = string | number

/** A row of the file with at least one filled cell. `number`: the row's number in the spreadsheet. */
export interface TableRow {
  number: number
  cells: Cell[]
}

export type TableFailure = 'too-large' | 'too-many-rows' | 'long-cell' | 'unreadable' | 'empty'
export type TableReading = { kind: 'rows'; rows: TableRow[] } | { kind: TableFailure }

/** Decodes UTF-16 by its byte order mark, else UTF-8. Invalid UTF-8 comes from a spreadsheet program on Windows. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Removes the apostrophes that our CSV export puts before formulas (`csv.ts`). */
function readCell(text: string): string {
  return text
    .replace(/(^|[,;\t\r\n])((?:[^\S\t\r\n]|")*)'(?=[=+\-@＝＋－＠])/g, '$1$2')
    .replace(/(^|[,;])'(?=[\t\r])/g, '$1')
    .trim()
}

const mostRows = tableLimits.rows + tableLimits.titleRows
const isFilled = (cells: readonly Cell[]) => cells.some((cell) => cell !== '')

type Parse = typeof import('papaparse').parse

/** The separator that divides most of a list's first rows into the same number of cells. */
function separatorOf(text: string, parse: Parse): string {
  // a comma between digits may be a decimal sign
  const beginning = text.slice(0, 20_000).replace(/(\d),(?=\d)/g, '$1.')
  const evidence = (delimiter: string) => {
    const widths = parse<string[]>(beginning, { delimiter, preview: 50 }).data.map(({ length }) => length)
    return Math.max(0, ...widths.map((width) => (width - 1) * widths.filter((each) => each === width).length))
  }
  const [best = ','] = [',', ';', '\t', '|'].sort((a, b) => evidence(b) - evidence(a))
  return best
}

async function readCsv(bytes: Uint8Array): Promise<TableRow[] | TableFailure> {
  const { parse } = await import('papaparse')
  const rows: TableRow[] = []
  let number = 0
  let hasLongCell = false
  const text = decodeText(bytes)
  parse<string[]>(text, {
    delimiter: separatorOf(text, parse),
    skipEmptyLines: false,
    step({ data }, parser) {
      number += 1
      hasLongCell ||= data.some((cell) => cell.length > tableLimits.cellLength)
      const cells = data.map(readCell)
      if (isFilled(cells)) rows.push({ number, cells })
      // one row more than allowed shows that there are too many; empty ones do not count
      if (hasLongCell || rows.length > mostRows) parser.abort()
    },
  })
  return hasLongCell ? 'long-cell' : rows
}

async function readXlsx(bytes: Uint8Array): Promise<TableRow[] | TableFailure> {
  const guarded = guardedXlsx(bytes, tableLimits)
  if (typeof guarded === 'string') return guarded
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(guarded.buffer)
  const read = (cell: unknown): Cell => {
    if (typeof cell === 'number') return cell
    return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
  }
  const table = rows.map((row, at) => ({ number: at + 1, cells: row.map(read) })).filter(({ cells }) => isFilled(cells))
  // the texts of a cell in several pieces are put together by the parser
  const isLong = (cell: Cell) => String(cell).length > tableLimits.cellLength
  return table.some(({ cells }) => cells.some(isLong)) ? 'long-cell' : table
}

/**
 * Reads the first sheet of a CSV or XLSX file. Other files are `unreadable`. Runs in the spreadsheet worker
 * (`in-worker.ts`), which also limits the time.
 */
export async function readTable(file: File): Promise<TableReading> {
  if (file.size > tableLimits.bytes) return { kind: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // a ZIP archive, as XLSX files are
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  try {
    // binary files of other kinds contain zeros, texts do not
    if (!isZip && !/\.(csv|txt|tsv)$/i.test(file.name)) return { kind: 'unreadable' }
    const rows = await (isZip ? readXlsx(bytes) : readCsv(bytes))
    if (typeof rows === 'string') return { kind: rows }
    if (rows.length < 2) return { kind: 'empty' }
    return rows.length > mostRows ? { kind: 'too-many-rows' } : { kind: 'rows', rows }
  } catch {
    // the parsers throw on files that they cannot read
    return { kind: 'unreadable' }
  }
}
