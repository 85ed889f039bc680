import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

interface SheetLimits {
  unpackedBytes: number
  cells: number
  cellLength: number
}

const lessThan = '<'.charCodeAt(0)
/** Bytes of a character in XML: `_x000D_` or `&#1114111;` */
const bytesPerCharacter = 10

/** Whether there are more bytes between two tags than a cell may have. The parser takes hours for millions of them. */
function hasLongText(xml: Uint8Array, length: number): boolean {
  let at = xml.indexOf(lessThan)
  while (at >= 0) {
    const next = xml.indexOf(lessThan, at + 1)
    if ((next < 0 ? xml.length : next) - at > length * bytesPerCharacter) return true
    at = next
  }
  return false
}

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

function columnLetters(number: number): string {
  const at = number - 1
  return (at < 26 ? '' : columnLetters(Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26))
}

const addressIn = (attributes: string) => /\sr\s*=\s*["']([A-Z]{0,6})(\d{1,12})["']/.exec(attributes)

/** The cells that the parser makes of a sheet: it fills all gaps. Counts every place, however its tag is written. */
function cellsOf(xml: string): number {
  let [rows, columns] = [0, 0]
  for (const [, letters = '', row = ''] of xml.matchAll(/\br\s*=\s*["']([A-Z]{0,6})(\d{1,12})["']/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnNumber(letters))
  }
  return rows * Math.max(1, columns)
}

/**
 * A sheet in which every row and cell says its place.
 * Programs may leave a place out where it follows from the order; the parser cannot read that.
 */
function placedSheet(xml: string): string {
  let [row, column] = [0, 0]
  return xml.replace(
    /<((?:\w+:)?(row|c))(?=[\s/>])([^<>]*)>(?=\s*(<(?:\w+:)?c\s[^<>]*>)?)/g,
    (tag, name: string, kind: string, attributes: string, firstCell = '') => {
      const given = addressIn(attributes)
      if (kind === 'row') {
        row = Number((given ?? addressIn(firstCell))?.[2] ?? row + 1)
        column = 0
      } else column = given ? columnNumber(given[1] ?? '') : column + 1
      return given ? tag : `<${name} r="${kind === 'c' ? columnLetters(column) : ''}${row}"${attributes}>`
    },
  )
}

/**
 * The texts of a workbook in an archive without compression: the parser would unpack a compressed one in a worker of its
 * own, which the shop's security policy forbids. Every cell says its place (`placedSheet`). Throws on broken archives;
 * refuses those that would fill the memory or never end.
 */
export function guardedXlsx(
  bytes: Uint8Array,
  limits: SheetLimits,
): Uint8Array<ArrayBuffer> | 'too-large' | 'long-cell' {
  let left = limits.unpackedBytes
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      // pictures, macros and the parts of other programs are not read
      if (!/\.(xml|rels)$/i.test(name) || name.startsWith('customXml/')) return false
      left -= originalSize
      return left >= 0
    },
  })
  if (left < 0) return 'too-large'
  if (Object.values(files).some((xml) => hasLongText(xml, limits.cellLength))) return 'long-cell'
  // the parser refuses a cell whose style is not there
  const hasStyles = 'xl/styles.xml' in files
  for (const [name, bytes] of Object.entries(files)) {
    const text = strFromU8(bytes)
    const xml = placedSheet(hasStyles ? text : text.replace(/(<(?:\w+:)?c(?=\s)[^<>]*?)\ss="\d+"/g, '$1'))
    if (cellsOf(xml) > limits.cells) return 'too-large'
    if (xml !== text) files[name] = strToU8(xml)
  }
  return zipSync(files, { level: 0 })
}
