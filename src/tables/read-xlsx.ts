/// <reference path="./saxen.d.ts" />
import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'saxen'
import {
  type Cell,
  cleanNumber,
  isFilled,
  meantBy,
  mostRows,
  readText,
  type Sheet,
  type TableRow,
  tableLimits,
} from './cells.ts'

/** Formats without a code of their own in a workbook, as far as they tell what a number is. */
function presetFormat(id: number): string {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
    return id === 17 ? 'mmm-yy' : 'd-mmm'
  if (id === 9 || id === 10) return id === 9 ? '0%' : '0.00%'
  return (id >= 5 && id <= 8) || id === 42 || id === 44 ? '$#,##0.00' : 'General'
}

interface Section {
  before: string
  digits: string
  after: string
  /** what is neither a literal nor a digit */
  signs: string
}

/** The parts of a format for numbers above 0, below 0 and for 0. */
function sectionsOf(pattern: string): Section[] {
  const sections: Section[] = [{ before: '', digits: '', after: '', signs: '' }]
  for (const [whole, quoted, escaped, currency, sign] of pattern.matchAll(
    /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*.|(.)/gs,
  )) {
    const section = sections.at(-1)
    const literal = quoted ?? escaped ?? currency ?? (sign === undefined ? '' : undefined)
    if (!section) return []
    if (sign === ';') sections.push({ before: '', digits: '', after: '', signs: '' })
    else if (literal === undefined && /[0#?.,]/.test(whole)) section.digits += whole
    else {
      if (section.digits) section.after += literal ?? whole
      else section.before += literal ?? whole
      if (literal === undefined) section.signs += whole
    }
  }
  return sections
}

/** What a number is for a spreadsheet, and its `text` there, without separators of thousands. */
function formatNumber(
  value: number,
  pattern: string,
): { kind: 'number' | 'percent' | 'money' | 'date'; text: string; hasDay: boolean } {
  const plain = { kind: 'number', text: String(value), hasDay: false } as const
  if (/^general|^@/i.test(pattern)) return plain
  const sections = sectionsOf(pattern)
  const [first] = sections
  const special = value < 0 ? sections[1] : value === 0 ? sections[2] : undefined
  const section = special ?? first
  if (!section || !first || /E[+-]/i.test(first.signs) || (first.signs.includes('/') && !/[ymd]/i.test(first.signs)))
    return plain
  if (/[ymdhs]/i.test(first.signs)) return { ...plain, kind: 'date', hasDay: /d/i.test(first.signs) }
  const isPercent = first.signs.includes('%')
  const { before, digits, after } = section
  const [whole = '', decimals = ''] = digits.replaceAll(',', '').split('.')
  const size = Math.abs(isPercent ? Number((value * 100).toPrecision(15)) : value)
  const [digitsBefore = '', digitsAfter = ''] = size.toFixed(Math.min(decimals.length, 20)).split('.')
  const rest = digitsAfter.replace(new RegExp(`0{0,${decimals.replace(/0/g, '').length}}$`), '')
  const number = digitsBefore.padStart(whole.replace(/[^0]/g, '').length, '0') + (rest && `.${rest}`)
  const sign = value < 0 && !special ? '-' : ''
  const text = (sign + before + (digits ? number : '') + after).trim()
  return { kind: isPercent ? 'percent' : /\p{Sc}/u.test(text) ? 'money' : 'number', text, hasDay: false }
}

/** A date cell, with what its author may have typed: `2-4` in a format with a day, `4-26` in one of month and year. */
function dateCell(serial: number, { hasDay, is1904 }: { hasDay: boolean; is1904: boolean }): Cell {
  const date = new Date((serial - 25_569 + (is1904 ? 1462 : 0)) * 86_400_000)
  if (serial < 1 || Number.isNaN(date.getTime())) return { kind: 'date', text: String(serial), value: serial }
  const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear() % 100]
  return {
    kind: 'date',
    text: date.toISOString().slice(0, 10),
    value: serial,
    meant: meantBy(hasDay ? day : year, month),
  }
}

function numberCell(value: number, pattern: string, is1904: boolean): Cell {
  const clean = cleanNumber(value)
  const { kind, text, hasDay } = formatNumber(clean, pattern)
  if (kind === 'date') return dateCell(value, { hasDay, is1904 })
  if (kind === 'percent') return { kind, text, value: cleanNumber(value * 100) }
  if (kind === 'money') return { kind, text, value: clean }
  return Number(text) === clean && !/^-?0\d/.test(text) ? clean : { kind: 'shown', text, value: clean }
}

type Attributes = Record<string, string>
/** `path`: the names of the element and of those around it, the innermost last. */
interface Handlers {
  /** the attributes are read on demand: most elements need none */
  open?: (name: string, attributes: () => Attributes, path: readonly string[]) => void
  close?: (name: string) => void
  text?: (text: string, path: readonly string[]) => void
}

class Stop extends Error {
  readonly reason: 'long-cell' | 'too-large'
  constructor(reason: Stop['reason']) {
    super(reason)
    this.reason = reason
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function parseXml(bytes: Uint8Array | undefined, { open, close, text }: Handlers): void {
  if (!bytes) return
  const parser = new Parser()
  const path: string[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('openTag', (name, attributes, decode) => {
    path.push(localName(name))
    const read = () => Object.entries(attributes()).map(([key, value]) => [localName(key), decode(value)])
    open?.(localName(name), () => Object.fromEntries(read()), path)
  })
  parser.on('closeTag', (name) => {
    path.pop()
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', (value, decode) => text(decode(value), path))
    parser.on('cdata', (value) => text(value, path))
  }
  parser.parse(strFromU8(bytes))
}

/** The format's own way to write what XML cannot contain. */
const unescaped = (text: string) =>
  text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A text with the next part of it, without the reading aids of Japanese (`rPh`). */
function extended(text: string, part: string, path: readonly string[]): string {
  if (path.at(-1) !== 't' || path.includes('rPh')) return text
  if (text.length + part.length > tableLimits.cellLength * 2) throw new Stop('long-cell')
  return text + part
}

function readSharedStrings(bytes: Uint8Array | undefined): Cell[] {
  const strings: Cell[] = []
  let found = ''
  parseXml(bytes, {
    open(name) {
      if (name === 'si') found = ''
    },
    close(name) {
      if (name === 'si') strings.push(readText(unescaped(found)))
    },
    text(part, path) {
      found = extended(found, part, path)
    },
  })
  return strings
}

function readStyles(bytes: Uint8Array | undefined): string[] {
  const own = new Map<string, string>()
  const styles: string[] = []
  parseXml(bytes, {
    open(name, attributes, path) {
      const isStyle = name === 'xf' && path.at(-2) === 'cellXfs'
      if (name !== 'numFmt' && !isStyle) return
      const { numFmtId = '0', formatCode = '' } = attributes()
      if (isStyle) styles.push(own.get(numFmtId) ?? presetFormat(Number(numFmtId)))
      else own.set(numFmtId, formatCode)
    },
  })
  return styles
}

const placeIn = (place = ''): [column: number, row: number] | undefined => {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(place) ?? []
  if (!letters) return undefined
  return [[...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1, Number(row)]
}

interface Book {
  strings: readonly Cell[]
  styles: readonly string[]
  is1904: boolean
}

/** The rows of a sheet. Programs may leave a place out where it follows from the order. */
function readSheet(bytes: Uint8Array | undefined, book: Book): TableRow[] {
  const rows = new Map<number, TableRow>()
  const merged: string[] = []
  let [row, column, filled] = [0, -1, 0]
  let cells: Cell[] = []
  let isHidden = false
  let cell: Attributes = {}
  let [value, inline, hasFormula] = ['', '', false]
  const readCell = (): Cell => {
    const { t = 'n', s = '0' } = cell
    if (t === 's') return book.strings[Number(value)] ?? ''
    if (t === 'inlineStr') return readText(unescaped(inline))
    if (t === 'str') return readText(unescaped(value))
    // a formula that its program did not calculate
    if (value === '') return hasFormula ? { kind: 'error', text: '=…' } : ''
    if (t === 'e') return { kind: 'error', text: value }
    if (t === 'b') return { kind: 'boolean', text: value === '1' ? 'TRUE' : 'FALSE', value: Number(value) }
    if (t === 'd') return { kind: 'date', text: value, value: 0 }
    const number = Number(value)
    return Number.isFinite(number)
      ? numberCell(number, book.styles[Number(s)] ?? 'General', book.is1904)
      : readText(value)
  }
  parseXml(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        const { r, hidden = '' } = attributes()
        row = Number(r ?? row + 1)
        column = -1
        cells = []
        isHidden = /^(1|true)$/.test(hidden)
      } else if (name === 'c') {
        cell = attributes()
        const place = placeIn(cell.r)
        column = place?.[0] ?? column + 1
        if (place && cells.length === 0) row = place[1]
        value = ''
        inline = ''
        hasFormula = false
      } else if (name === 'f') hasFormula = true
      else if (name === 'mergeCell') merged.push(attributes().ref ?? '')
    },
    close(name) {
      if (name === 'c') {
        const read = readCell()
        if (read === '') return
        if (typeof read !== 'number' && (typeof read === 'string' ? read : read.text).length > tableLimits.cellLength)
          throw new Stop('long-cell')
        while (cells.length < column) cells.push('')
        cells[column] = read
      } else if (name === 'row' && isFilled(cells)) {
        filled += cells.length
        if (filled > tableLimits.cells) throw new Stop('too-large')
        if (rows.size <= mostRows) rows.set(row, { number: row, cells, ...(isHidden && { isHidden }) })
      }
    },
    text(part, path) {
      if (path.at(-1) === 'v') value += part
      else inline = extended(inline, part, path)
    },
  })
  for (const ref of merged) fillMerged(rows, ref)
  return [...rows.values()].sort((a, b) => a.number - b.number)
}

/** Gives rows that share a merged cell its value, as their author sees it, and titles above several columns. */
function fillMerged(rows: ReadonlyMap<number, TableRow>, ref: string): void {
  const [from, to] = ref.split(':').map(placeIn)
  if (!from || !to || to[0] - from[0] > 50) return
  const value = rows.get(from[1])?.cells[from[0]] ?? ''
  if (value === '') return
  for (let row = from[1]; row <= Math.min(to[1], from[1] + mostRows); row++) {
    const cells = rows.get(row)?.cells
    for (let column = from[0]; cells && column <= to[0]; column++) {
      while (cells.length < column) cells.push('')
      cells[column] ||= value
    }
  }
}

/** The visible sheets of a workbook that have rows. Throws on broken archives. */
export function readXlsx(
  bytes: Uint8Array,
): Sheet[] | Stop['reason'] | 'binary-workbook' | 'open-document' | 'numbers' {
  const names: string[] = []
  let left: number = tableLimits.unpackedBytes
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      names.push(name)
      // pictures, macros and the parts of other programs are not read
      if (!/^xl\/.*\.(xml|rels)$/i.test(name) || /\/(drawings|charts|theme|media|pivot\w*)\//.test(name)) return false
      left -= originalSize
      return left >= 0
    },
  })
  if (left < 0) return 'too-large'
  if (names.some((name) => /\.iwa$|^Index\.zip$/.test(name))) return 'numbers'
  if (names.includes('content.xml')) return 'open-document'
  if (names.includes('xl/workbook.bin')) return 'binary-workbook'
  try {
    return readBook(files)
  } catch (error) {
    if (error instanceof Stop) return error.reason
    throw error
  }
}

function readBook(unpacked: Record<string, Uint8Array>): Sheet[] {
  // programs write these names in upper or lower case
  const files = Object.fromEntries(Object.entries(unpacked).map(([name, bytes]) => [name.toLowerCase(), bytes]))
  const strings = readSharedStrings(files['xl/sharedstrings.xml'])
  const styles = readStyles(files['xl/styles.xml'])
  const targets = new Map<string, string>()
  parseXml(files['xl/_rels/workbook.xml.rels'], {
    open(_, attributes) {
      const { Id = '', Target = '' } = attributes()
      targets.set(Id, (Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`).toLowerCase())
    },
  })
  if (!files['xl/workbook.xml']) throw new Error('no workbook')
  const listed: { name: string; file: Uint8Array | undefined }[] = []
  let is1904 = false
  parseXml(files['xl/workbook.xml'], {
    open(tag, attributes) {
      const { name = '', id = '', state = 'visible', date1904 = '' } = attributes()
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(date1904)
      if (tag === 'sheet' && state === 'visible') listed.push({ name, file: files[targets.get(id) ?? ''] })
    },
  })
  return listed
    .map(({ name, file }) => ({ name, rows: readSheet(file, { strings, styles, is1904 }) }))
    .filter(({ rows }) => rows.length > 0)
}
