import type { Locale } from '../../contract/locales.ts'
import { parseQuantity } from '../../contract/texts/quantity.ts'

/** One product of a list that was written for people. */
export interface PastedLine {
  /** as it was pasted */
  text: string
  /** what names the product; empty where there is nothing beside a quantity */
  words: string
  /** tonnes; undefined where none can be read */
  qty: number | undefined
}

const number = String.raw`\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?`
// a size such as 300-500 or T4 is no quantity
const start = String.raw`(?<![\p{L}\d\-–.,/])`
const tonnes = new RegExp(
  String.raw`${start}(${number})\s*(?:t\.?m|m\.?t|tn|to|tonnes?|tons?|toneladas?|t)(?![\p{L}\d])\.?`,
  'giu',
)
const kilograms = new RegExp(String.raw`${start}(${number})\s*(?:kgs?|kilos?)(?![\p{L}\d])\.?`, 'giu')
const bare = new RegExp(String.raw`^(?:(${number})\s*[x×]?\s+|.*?\s[x×]?\s*(${number})$|(${number})$)`, 'iu')

/** A number as people write it, with thousands as in this language: what was understood is shown before anything is added. */
const quantityOf = (text: string, locale: Locale) =>
  parseQuantity(text, locale) ?? parseQuantity(text.replace(locale === 'en' ? /[,\s'’]/g : /[.\s'’]/g, ''), locale)

/** The last quantity with a unit, tonnes before kilograms, else a number at the beginning or the end; and the rest. */
function readLine(text: string, locale: Locale): PastedLine {
  const line = { text: text.trim() }
  const tidy = (words: string) => words.replace(/^[\s:;,\-–—*•]+|[\s:;,\-–—]+$/g, '').replace(/\s+/g, ' ')
  for (const [unit, factor] of [
    [tonnes, 1],
    [kilograms, 1000],
  ] as const) {
    const found = [...text.matchAll(unit)].at(-1)
    const read = found && quantityOf(found[1] ?? '', locale)
    if (!found || read === undefined) continue
    const words = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    return { ...line, words: tidy(words), qty: Number((read / factor).toFixed(3)) || undefined }
  }
  const found = bare.exec(line.text)
  const typed = found?.[1] ?? found?.[2] ?? found?.[3]
  const qty = typed === undefined ? undefined : quantityOf(typed, locale)
  if (typed === undefined || qty === undefined) return { ...line, words: tidy(text), qty: undefined }
  const words = found?.[1] ? line.text.slice(found[0].length) : line.text.slice(0, line.text.length - typed.length)
  return { ...line, words: tidy(words.replace(/[x×]\s*$/i, '')), qty }
}

/** Cells of a spreadsheet: the last one that is a quantity, and the others. */
function readCells(cells: string[], locale: Locale): PastedLine {
  const at = cells.findLastIndex(
    (cell) => readLine(cell, locale).words === '' && readLine(cell, locale).qty !== undefined,
  )
  const text = cells.join(' ').trim()
  if (at < 0) return readLine(text, locale)
  const words = cells
    .filter((_, other) => other !== at)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { text, words, qty: readLine(cells[at] ?? '', locale).qty }
}

/** The products of one line between commas or joined by 'and'; parts without a quantity belong to the product beside them. */
function readSentence(text: string, locale: Locale): PastedLine[] {
  const parts = text.split(/(?<!\d),|,(?!\d)|\s(?:and|et|y|&|\+)\s/).filter((part) => part.trim() !== '')
  const joined: string[] = []
  const isFirstWithout = parts.length > 1 && readLine(parts[0] ?? '', locale).qty === undefined
  let isOpen = false
  for (const part of parts) {
    const hasQuantity = readLine(part, locale).qty !== undefined
    const last = joined.length - 1
    const isOfLast = last >= 0 && (isFirstWithout ? isOpen : !hasQuantity)
    if (isOfLast) joined[last] += ` ${part}`
    else joined.push(part)
    isOpen = !hasQuantity
  }
  return joined.map((part) => readLine(part, locale))
}

/** A list from a chat, a mail or a spreadsheet: a product a line, or several between commas; numbers as people write them. */
export function readPastedList(text: string, locale: Locale): PastedLine[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .flatMap((line) => (line.includes('\t') ? [line] : line.split(/\s\/\s/)))
    .flatMap((part) => {
      const cells = part.split(/\t|;/).flatMap((cell) => cell.trim() || [])
      return cells.length > 1 ? [readCells(cells, locale)] : readSentence(part, locale)
    })
    .filter(({ words, qty }) => words !== '' || qty !== undefined)
}
