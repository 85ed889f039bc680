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

async function readCsv(bytes: Uint8Array): Promise<Cell[][] | TableFailure> {
  const { parse } = await import('papaparse')
  // some rows above the limit show that there are too many
  const { data } = parse<string[]>(decodeText(bytes), { preview: tableLimits.rows + 50, skipEmptyLines: false })
  if (data.some((row) => row.some((cell) => cell.length > tableLimits.cellLength))) return 'long-cell'
  return data.map((row) => row.map(readCell))
}

async function readXlsx(bytes: Uint8Array): Promise<Cell[][] | TableFailure> {
  const guarded = guardedXlsx(bytes, tableLimits)
  if (typeof guarded === 'string') return guarded
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(guarded.buffer)
  const read = (cell: unknown): Cell => {
    if (typeof cell === 'number') return cell
    return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
  }
  return rows.map((row) => row.map(read))
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
    const all = await (isZip ? readXlsx(bytes) : readCsv(bytes))
    if (typeof all === 'string') return { kind: all }
    const rows = all
      .map((cells, at) => ({ number: at + 1, cells }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
    if (rows.length < 2) return { kind: 'empty' }
    // the titles are a row, too
    return rows.length > tableLimits.rows + 1 ? { kind: 'too-many-rows' } : { kind: 'rows', rows }
  } catch {
    // the parsers throw on files that they cannot read
    return { kind: 'unreadable' }
  }
}
