/** The limits of a file that is read in the browser. */
export const tableLimits = { bytes: 20 * 1024 * 1024, unpackedBytes: 200 * 1024 * 1024, rows: 20_000 } as const

/** A number only if the file marks the cell as numeric. */
export type Cell = string | number

export interface SheetTable {
  titles: string[]
  /** `number`: the row's number in the spreadsheet */
  rows: { number: number; cells: Cell[] }[]
}

export type TableFailure = 'too-large' | 'too-many-rows' | 'unreadable' | 'empty'
export type TableReading = { kind: 'table'; table: SheetTable } | { kind: TableFailure }

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

async function readCsv(bytes: Uint8Array): Promise<Cell[][]> {
  const { parse } = await import('papaparse')
  // one row above the limit shows that there are too many
  const { data } = parse<string[]>(decodeText(bytes), { preview: tableLimits.rows + 2, skipEmptyLines: false })
  return data.map((row) => row.map(readCell))
}

async function unpackedBytes(bytes: Uint8Array): Promise<number> {
  const { unzipSync } = await import('fflate')
  let sum = 0
  // nothing is unpacked: the archive's directory has the sizes
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

/** Reads the first sheet of a CSV or XLSX file, whose first row has the titles. Other files are `unreadable`. */
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
    // the parsers throw on files that they cannot read
    return { kind: 'unreadable' }
  }
}
