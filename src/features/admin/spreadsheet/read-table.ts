/** Bounds of a file that is read in the page: bytes, bytes of its parts when unpacked, rows. */
export const tableLimits = { bytes: 20 * 1024 * 1024, unpackedBytes: 200 * 1024 * 1024, rows: 20_000 } as const

/** A number only where the file says that it is one. */
export type Cell = string | number

export interface SheetTable {
  titles: string[]
  /** `number` as the spreadsheet counts rows */
  rows: { number: number; cells: Cell[] }[]
}

export type TableFailure = 'too-large' | 'too-many-rows' | 'unreadable' | 'empty'
export type TableReading = { kind: 'table'; table: SheetTable } | { kind: TableFailure }

/** UTF-8 or UTF-16 by its mark; what is no UTF-8 was written by a spreadsheet of Windows. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Takes back the apostrophe with which our CSV keeps texts from being formulas (`csv.ts`). */
function readCell(text: string): string {
  return text
    .replace(/(^|[,;\t\r\n])((?:[^\S\t\r\n]|")*)'(?=[=+\-@＝＋－＠])/g, '$1$2')
    .replace(/(^|[,;])'(?=[\t\r])/g, '$1')
    .trim()
}

async function readCsv(bytes: Uint8Array): Promise<Cell[][]> {
  const { parse } = await import('papaparse')
  // one row more than is read says that there are too many
  const { data } = parse<string[]>(decodeText(bytes), { preview: tableLimits.rows + 2, skipEmptyLines: false })
  return data.map((row) => row.map(readCell))
}

async function unpackedBytes(bytes: Uint8Array): Promise<number> {
  const { unzipSync } = await import('fflate')
  let sum = 0
  // nothing is unpacked: the sizes are in the list of contents
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      sum += originalSize
      return false
    },
  })
  return sum
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Cell[][]> {
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(bytes.buffer)
  const read = (cell: unknown): Cell => {
    if (typeof cell === 'number') return cell
    return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
  }
  return rows.map((row) => row.map(read))
}

function toTable(all: Cell[][]): TableReading {
  const [first = [], ...rest] = all
  const titles = first.map(String)
  const rows = rest
    .map((cells, at) => ({ number: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0 || !titles.some((title) => title !== '')) return { kind: 'empty' }
  if (rows.length > tableLimits.rows) return { kind: 'too-many-rows' }
  return { kind: 'table', table: { titles, rows } }
}

/** The first sheet of a CSV or XLSX file; its first row are the titles. A file that is neither is `unreadable`. */
export async function readTable(file: File): Promise<TableReading> {
  if (file.size > tableLimits.bytes) return { kind: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // a ZIP archive, as XLSX files are
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  try {
    if (isZip && (await unpackedBytes(bytes)) > tableLimits.unpackedBytes) return { kind: 'too-large' }
    // binary files of other kinds contain zeros, texts do not
    if (!isZip && !/\.(csv|txt|tsv)$/i.test(file.name)) return { kind: 'unreadable' }
    return toTable(await (isZip ? readXlsx(bytes) : readCsv(bytes)))
  } catch {
    // whatever the parsers throw, it is the file that cannot be read
    return { kind: 'unreadable' }
  }
}
