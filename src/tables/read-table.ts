import { mostRows, type Sheet, tableLimits } from './cells.ts'
import type { TextForm } from './read-csv.ts'

/** Why a file is not read. From `old-excel` on: what it is instead. */
export type TableFailure =
  | ('too-large' | 'too-many-rows' | 'long-cell' | 'unreadable' | 'empty')
  | ('old-excel' | 'password' | 'binary-workbook' | 'open-document' | 'numbers' | 'web-page')

/** `form`: how the text of a file without sheets was read. */
export type TableReading = { kind: 'sheets'; sheets: Sheet[]; form?: TextForm } | { kind: TableFailure }

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** A compound file of Microsoft: an old workbook, or one behind a password. Its names are in UTF-16. */
function compoundKind(bytes: Uint8Array): TableFailure {
  const names = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
  if (names.includes('EncryptedPackage')) return 'password'
  return /Workbook|Book/.test(names) ? 'old-excel' : 'unreadable'
}

/** Reads the visible sheets of an XLSX file, or a text with separators in the `chosen` form. Runs in the spreadsheet worker. */
export async function readTable(file: File, chosen: Partial<TextForm> = {}): Promise<TableReading> {
  if (file.size > tableLimits.bytes) return { kind: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { kind: compoundKind(bytes) }
    if (bytes[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(bytes[1] ?? -1)) return { kind: 'old-excel' }
    if (startsWith(bytes, 0x50, 0x4b)) {
      const { readXlsx } = await import('./read-xlsx.ts')
      const sheets = readXlsx(bytes)
      return typeof sheets === 'string' ? { kind: sheets } : checkLength({ kind: 'sheets', sheets })
    }
    // some programs call a text or a web page a workbook
    if (!/\.(csv|txt|tsv|xls|xlsx)$/i.test(file.name)) return { kind: otherKind(file.name) }
    if (/^\s*<(!doctype html|html|table|\?xml)/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 500))))
      return { kind: 'web-page' }
    const { readCsv } = await import('./read-csv.ts')
    const read = readCsv(bytes, chosen)
    return typeof read === 'string'
      ? { kind: read }
      : checkLength({ kind: 'sheets', sheets: [read.sheet], form: read.form })
  } catch {
    // the parsers throw on files that they cannot read
    return { kind: 'unreadable' }
  }
}

function otherKind(name: string): TableFailure {
  if (/\.(ods|fods)$/i.test(name)) return 'open-document'
  return /\.numbers$/i.test(name) ? 'numbers' : 'unreadable'
}

function checkLength(reading: Extract<TableReading, { kind: 'sheets' }>): TableReading {
  const filled = reading.sheets.filter(({ rows }) => rows.length > 1)
  if (filled.length === 0) return { kind: 'empty' }
  return filled.every(({ rows }) => rows.length > mostRows) ? { kind: 'too-many-rows' } : reading
}
