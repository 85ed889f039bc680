import { unzipSync, zipSync } from 'fflate'

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

/** The cells that the parser makes of a sheet: it fills all gaps. */
function cellsOf(xml: string): number {
  let [rows, columns] = [0, 0]
  for (const [, letters = '', row = ''] of xml.matchAll(/\br\s*=\s*["']([A-Z]{0,6})(\d{1,12})["']/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnNumber(letters))
  }
  return rows * Math.max(1, columns)
}

/**
 * The texts of a workbook in an archive without compression: the parser would unpack a compressed one in a worker of its
 * own, which the shop's security policy forbids. Refuses archives and sheets that would fill the memory or never end.
 * Throws on broken archives.
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
  const latin = new TextDecoder('latin1')
  if (Object.values(files).some((xml) => cellsOf(latin.decode(xml)) > limits.cells)) return 'too-large'
  return zipSync(files, { level: 0 })
}
