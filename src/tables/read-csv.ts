import { isFilled, mostRows, readText, type Sheet, type TableRow, tableLimits } from './cells.ts'

/** The encodings that can be chosen, the most probable first: of two that fit a text equally well, the first is guessed. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (é ñ)',
  macintosh: 'Mac Roman (é ñ)',
  cp850: 'DOS CP850 (é ñ)',
  cp437: 'DOS CP437 (é ñ)',
  'windows-1256': 'Windows-1256 (عربي)',
  'windows-1251': 'Windows-1251 (русский)',
  'windows-1253': 'Windows-1253 (ελληνικά)',
  'windows-1255': 'Windows-1255 (עברית)',
  'windows-1254': 'Windows-1254 (Türkçe)',
  'windows-1250': 'Windows-1250 (polski, čeština)',
  'koi8-r': 'KOI8-R (русский)',
  cp866: 'DOS CP866 (русский)',
  'euc-kr': 'EUC-KR (한국어)',
  gb18030: 'GB18030, GBK (简体中文)',
  big5: 'Big5 (繁體中文)',
  shift_jis: 'Shift_JIS (日本語)',
  'euc-jp': 'EUC-JP (日本語)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
} as const
export type Encoding = keyof typeof encodingNames
export const encodings = Object.keys(encodingNames) as Encoding[]

/** The upper halves of the code pages of DOS, which browsers do not know. */
const dosPages: Partial<Record<Encoding, string>> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
}

export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  const page = dosPages[encoding]
  if (!page) return new TextDecoder(encoding === 'cp866' ? 'ibm866' : encoding).decode(bytes)
  // each byte becomes a character of its own
  const text = new TextDecoder('x-user-defined').decode(bytes)
  return text.replace(/[\uf780-\uf7ff]/g, (sign) => page[sign.charCodeAt(0) - 0xf780] ?? '')
}

function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

const isHigh = (byte = 0) => byte >= 0x80
const isLetter = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** The words with bytes above ASCII, which alone tell encodings apart. */
function tellingWords(bytes: Uint8Array): Uint8Array {
  const words: number[] = []
  for (let at = 0; at < bytes.length && words.length < 20_000; at++) {
    if (!isHigh(bytes[at])) continue
    let [from, to] = [at, at]
    while (isLetter(bytes[from - 1])) from -= 1
    // the second byte of an Asian character may be any from @ on
    while (isHigh(bytes[to]) || (bytes[to] ?? 0) >= 0x40) to += 1
    words.push(...bytes.subarray(from, Math.min(to, from + 200)), 0x20)
    at = to
  }
  return Uint8Array.from(words)
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The characters of lists in Latin letters, those that are rare at their place, and what stands nowhere: capitals among small letters, signs in words. */
const latin = /œ(?=[uies])|[àâäçéèêëîïôöùûüáíóúñãõåøæßìòÀÂÇÉÈÊËÎÏÔÖÙÛÜŒÁÍÓÚÑÃÕÅØÆ°ºª«»’‘“”–—…€£¿¡·®²³½×\u00a0]/g
const rare =
  /[ìòäëùÀÈÊËÏÔÖÙÅÂÎ…·ª\u00a0]|à(?=\p{L})|(?<!\p{L})[êàèì](?=\p{L})|á(?=[aou])|ã(?![oe])|õ(?!e)|(?<=\p{L})à|ï(?=$|\s)|[ÚÓ](?=\p{Ll})/gu
const misplaced =
  /\p{Ll}\p{Lu}|(?<=\p{Lu})\p{Ll}(?=\p{Lu})|(?<=\p{Lu}{2})[à-ÿ]|(?<=\p{L})[À-Þ](?=\p{Ll})|(?<=\p{L})[^\p{L}\p{N}\s\p{P}\p{M}°²³½]|(?<=\p{Ll})[‚„†‡‰‹Š›–—…•·](?=\p{Ll})|(?<=\p{L})[¿¡]|(?<=\d ?)¡|¿(?=\s|$)|(?<=\p{L})[“”«»°](?=\p{L})|[‚ƒ„†‡‰‹›¤¦¨¬¯´¸\u0080-\u009f\u2500-\u25ff\uFFFD]|(?<=[a-z])[ªº](?=[a-z])|(?<=\bn)ø|(?<=\p{L}[^\P{L}ud])’(?=[a-ce-kn-qu-z])/gu
const longRun = /[^\p{ASCII}\s\p{P}]{3,}/gu

interface Script {
  usual: RegExp
  unusual: RegExp
  /** the bytes of its common characters: rare ones come up where another script is read as this one */
  isCommon?: (lead: number, trail: number) => boolean
}
const cyrillic = { usual: /[а-яёА-ЯЁ№]/g, unusual: /[^\p{ASCII}а-яёА-ЯЁ№«»—–\u00a0°]|[а-яё][А-ЯЁ]/gu }
const japanese = {
  usual: /[\u3041-\u30ff\u4e00-\u9fff、。・（）]/g,
  unusual: /[^\p{ASCII}\u3041-\u30ff\u4e00-\u9fff、。・\uff01-\uff5e]/gu,
}
const chinese = { usual: /[\u4e00-\u9fff、。（）]/g, unusual: /[^\p{ASCII}\u4e00-\u9fff、。·\uff01-\uff5e]/gu }
const scripts: Partial<Record<Encoding, Script>> = {
  'windows-1256': {
    usual: /\p{Script=Arabic}|[،؛؟]/gu,
    unusual: /[^\p{ASCII}\p{Script=Arabic}،؛؟\u200c-\u200f\u00a0«»]/gu,
  },
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  cp866: cyrillic,
  'windows-1253': { usual: /[Ά-ώ]/g, unusual: /[^\p{ASCII}Ά-ώ«»\u00a0°]|[α-ώ][Α-Ω]/gu },
  'windows-1255': { usual: /\p{Script=Hebrew}/gu, unusual: /[^\p{ASCII}\p{Script=Hebrew}\u00a0₪]/gu },
  'euc-kr': {
    usual: /[\uac00-\ud7a3]/g,
    unusual: /[^\p{ASCII}\uac00-\ud7a3]/gu,
    isCommon: (lead, trail) => lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1,
  },
  gb18030: {
    ...chinese,
    isCommon: (lead, trail) => lead >= 0xa1 && lead <= 0xd7 && trail >= 0xa1 && lead !== 0xa4 && lead !== 0xa5,
  },
  big5: { ...chinese, isCommon: (lead) => lead >= 0xa1 && lead <= 0xc6 },
  shift_jis: { ...japanese, isCommon: (lead) => (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97) },
  'euc-jp': {
    ...japanese,
    isCommon: (lead, trail) => (lead >= 0xa1 && lead <= 0xa5) || (lead >= 0xb0 && lead <= 0xcf && trail >= 0xa1),
  },
}

function commonShare(bytes: Uint8Array, isCommon: (lead: number, trail: number) => boolean): number {
  let [pairs, common] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(bytes[at])) continue
    pairs += 1
    if (isCommon(bytes[at] ?? 0, bytes[at + 1] ?? 0)) common += 1
    at += 1
  }
  return common / Math.max(1, pairs)
}

function fitness(bytes: Uint8Array, encoding: Encoding): number {
  const text = decodeAs(bytes, encoding)
  const all = Math.max(1, count(text, /\P{ASCII}/gu))
  const script = scripts[encoding]
  if (!script) {
    const usual = count(text, latin) - count(text, rare) / 2
    return (usual - 2 * count(text, misplaced) - 3 * count(text, longRun)) / all
  }
  const mixed = script.isCommon ? 0 : count(text, /[a-z]\P{ASCII}|\P{ASCII}[a-z]/giu)
  // no list in another script has one letter of it
  const alone = all < 3 ? 0.6 : 0
  const share = (count(text, script.usual) - 2 * count(text, script.unusual) - 2 * mixed) / all - alone
  // Japanese has kana in every line
  if (/jp|jis/.test(encoding) && count(text, /[\u3041-\u30ff]/g) < all / 10) return -1
  return script.isCommon ? share + 2 * commonShare(bytes, script.isCommon) - 2 : share
}

export function guessEncoding(bytes: Uint8Array): Encoding {
  const start = bytes.subarray(0, 4000)
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  if (Math.max(...zeros) > start.length / 5) return (zeros[1] ?? 0) > (zeros[0] ?? 0) ? 'utf-16le' : 'utf-16be'
  const utf8 = new TextDecoder().decode(bytes)
  const bad = count(utf8, /\uFFFD/g)
  // a few damaged bytes among characters of UTF-8, which no other encoding has by chance
  if (bad === 0 || bad * 2 <= count(utf8, /[^\p{ASCII}\uFFFD]/gu)) return 'utf-8'
  const words = tellingWords(bytes)
  const fits = encodings.slice(1, -2).map((encoding) => ({ encoding, points: fitness(words, encoding) }))
  return fits.reduce((best, next) => (next.points > best.points + 1e-9 ? next : best)).encoding
}

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
  next: number
}

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

/** The width that most of the first rows have, and how many more cells it gives them than one column. */
function usualWidth(text: string, separator: string): { width: number; evidence: number } {
  const beginning = text.slice(0, 20_000)
  const counts = new Map<number, number>()
  for (let [at, row] = [0, 0]; at < beginning.length && row < 50; row++) {
    const { cells, next } = readLine(beginning, at, { separator, width: 0 })
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    at = next
  }
  const found = [...counts].sort(([, a], [, b]) => b - a)
  return { width: found[0]?.[0] ?? 0, evidence: Math.max(0, ...found.map(([width, count]) => (width - 1) * count)) }
}

/** The separator that divides most of a list's first rows into the same number of cells. */
function guessSeparator(text: string): Separator {
  // a comma between digits may be a decimal sign
  const beginning = text.slice(0, 20_000).replace(/(\d),(?=\d)/g, '$1.')
  const points = separators.map((separator) => ({ separator, ...usualWidth(beginning, separator) }))
  return points.reduce((best, next) => (next.evidence > best.evidence ? next : best)).separator
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
  const { width } = usualWidth(text, separator)
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
