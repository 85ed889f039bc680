import { isFilled, readText, type Sheet, type TableRow } from './cells.ts'
import { decodeAs, type Encoding, guessEncoding, markedEncoding } from './decode.ts'
import { mostRows, tableLimits } from './table-limits.ts'

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** How a file is read, or was. `isMarked`: the file itself names its encoding. */
export interface TextForm {
  encoding: Encoding
  separator: Separator
  isMarked: boolean
}

/** Removes the apostrophes that our CSV export puts before formulas (`csv.ts`). */
function withoutGuards(text: string): string {
  return text
    .replace(/(^|[,;\t\r\n])((?:[^\S\t\r\n]|")*)'(?=[=+\-@＝＋－＠])/g, '$1$2')
    .replace(/(^|[,;])'(?=[\t\r])/g, '$1')
}

interface Line {
  cells: string[]
  /** the cells whose quotation mark is never closed */
  stray: number[]
  /** where the next line begins */
  next: number
}

/** Where the line ends that contains this place. */
function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}

/** The quotation mark that closes a cell: a separator or the line's end follows. -1 if there is none before `limit`. */
function closingQuote(text: string, from: number, { separator, limit }: { separator: string; limit: number }): number {
  for (let at = text.indexOf('"', from); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    let after = at + 1
    while (text[after] === ' ') after += 1
    if (after >= text.length || text[after] === separator || text[after] === '\n') return at
  }
  return -1
}

const unquoted = (text: string) => text.replaceAll('""', '"')

/** A row of the file. `width`: how many cells its rows have, to tell a cell of several lines from a stray quotation mark. */
function readLine(text: string, start: number, { separator, width }: { separator: string; width: number }): Line {
  const cells: string[] = []
  const stray: number[] = []
  let at = start
  let end = lineEnd(text, start)
  for (;;) {
    let from = at
    while (text[from] === ' ') from += 1
    if (text[from] === '"') {
      let close = closingQuote(text, from + 1, { separator, limit: end })
      if (
        close < 0 &&
        !(hasBareSeparator(text.slice(from + 1, end), separator) && isWhole(text, { start, separator, width }))
      ) {
        close = closingQuote(text, from + 1, { separator, limit: from + tableLimits.cellLength + 2 })
        if (close >= 0) end = lineEnd(text, close)
      }
      if (close >= 0) {
        cells.push(unquoted(text.slice(from + 1, close)))
        at = close + 1
        while (text[at] === ' ') at += 1
        if (text[at] !== separator) break
        at += 1
        continue
      }
      stray.push(cells.length)
    }
    const next = text.indexOf(separator, at)
    const isLast = next < 0 || next >= end
    cells.push(text.slice(at, isLast ? end : next))
    if (isLast) break
    at = next + 1
  }
  return { cells, stray, next: end + 1 }
}

/** In the prose of a cell, a space follows what elsewhere separates cells. */
const hasBareSeparator = (text: string, separator: string) =>
  [...text].some((sign, at) => sign === separator && text[at + 1] !== ' ')

/** Whether a line and the next one are rows of their own: a quotation mark between them opens no cell of several lines. */
function isWhole(
  text: string,
  { start, separator, width }: { start: number; separator: string; width: number },
): boolean {
  if (width < 2) return false
  const own = (from: number) => {
    const end = lineEnd(text, from)
    const line = text.slice(from, end)
    // of one line, no quotation mark can be closed in another
    return { cells: readLine(line, 0, { separator, width: 0 }).cells.length, next: end + 1 }
  }
  const first = own(start)
  return first.cells === width && (first.next >= text.length || own(first.next).cells === width)
}

/** The first lines, each for itself. */
function widthsOf(text: string, separator: string): number[] {
  const widths: number[] = []
  for (let at = 0; at < text.length && widths.length < 50; ) {
    const { cells, next } = readLine(text, at, { separator, width: 0 })
    widths.push(cells.length)
    at = next
  }
  return widths
}

/** The separator that divides most of a list's first rows into the same number of cells. */
function guessSeparator(text: string): Separator {
  // a comma between digits may be a decimal sign
  const beginning = text.slice(0, 20_000).replace(/(\d),(?=\d)/g, '$1.')
  const evidence = (separator: string) => {
    const widths = widthsOf(beginning, separator)
    return Math.max(0, ...widths.map((width) => (width - 1) * widths.filter((each) => each === width).length))
  }
  const points = separators.map((separator) => ({ separator, evidence: evidence(separator) }))
  return points.reduce((best, next) => (next.evidence > best.evidence ? next : best)).separator
}

/** The width that most of the first rows have. */
function usualWidth(text: string, separator: string): number {
  const counts = new Map<number, number>()
  for (const width of text
    .slice(0, 20_000)
    .split('\n')
    .slice(0, 50)
    .map((line) => widthsOf(line, separator)[0] ?? 0))
    counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0]
}

/** Reads a text with separators. What the file does not say is guessed, unless it was chosen. */
export function readCsv(
  bytes: Uint8Array,
  chosen: Partial<TextForm>,
): { sheet: Sheet; form: TextForm } | 'long-cell' | 'unreadable' {
  const marked = markedEncoding(bytes)
  const encoding = chosen.encoding ?? marked ?? guessEncoding(bytes)
  const whole = decodeAs(bytes, encoding)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  // texts have no zeros, binary files do
  if (!chosen.encoding && whole.includes('\0')) return 'unreadable'
  const named = /^"?sep=([,;\t|])"?\n/i.exec(whole)
  const text = whole.slice(named?.[0].length ?? 0)
  const separator = chosen.separator ?? separators.find((each) => each === named?.[1]) ?? guessSeparator(text)
  const width = usualWidth(text, separator)
  const rows: TableRow[] = []
  // one row more than allowed shows that there are too many; empty ones do not count
  for (let [at, number] = [0, named ? 2 : 1]; at < text.length && rows.length <= mostRows; number++) {
    const { cells, stray, next } = readLine(text, at, { separator, width })
    at = next
    if (cells.some((cell) => cell.length > tableLimits.cellLength)) return 'long-cell'
    const read = cells.map((cell) => readText(withoutGuards(cell)))
    for (const column of stray) read[column] = { kind: 'quote', text: (cells[column] ?? '').trim() }
    if (isFilled(read)) rows.push({ number, cells: read })
  }
  return { sheet: { name: '', rows }, form: { encoding, separator, isMarked: marked !== undefined } }
}
