import { normaliseText, plainSizes, sortName } from './catalogue-query.ts'
import type { Fish } from './fishes.ts'
import { searchedFields } from './product-fields.ts'
import { otherWords } from './texts/trade-words.ts'

type SearchedNames = 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'category' | 'classe'
/** What of a product is searched. */
export type Searchable = Pick<Fish, '_id' | 'type' | SearchedNames> &
  Partial<Pick<Fish, (typeof searchedFields)[number]>>

/** The text in which a product is searched. */
export interface SearchedText {
  id: string
  type: string
  /** sort key among equal ranks */
  name: string
  /**
   * Three lines: trade names and article number between bars, what such goods are also called, and all the rest:
   * `|cod liver|foie de morue|higado de bacalao|\n cod morue cabillaud bacalao gadus\ngadus morhua gadidae actinopterygii cod`.
   */
  text: string
  namesEnd: number
  alsoEnd: number
}

const bar = '|'.charCodeAt(0)
/** Characters after which a new word starts, besides the bar. */
const wordStarts = new Set([..." (-'’/\n"].map((start) => start.charCodeAt(0)))

/** The words of a normalised text. */
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u)

export function searchedText(fish: Searchable): SearchedText {
  const norm = (texts: (string | undefined)[]) =>
    texts.map((text) => plainSizes(normaliseText(text ?? ''))).filter(Boolean)
  const names = norm([fish.trade_name, fish.trade_name_fr, fish.trade_name_es, fish.code])
  const facts = searchedFields.flatMap((name) => (name === 'code' ? [] : [fish[name]]))
  const rest = norm([fish.category, fish.classe, ...facts])
  const also = otherWords(wordsOf(`${names.join(' ')} ${normaliseText(fish.scientific_name ?? '')}`))
  const first = `|${names.join('|')}|`
  const second = ` ${also}`
  // joined, because a sum of texts is searched more slowly
  const text = [first, second, ...rest].join('\n')
  const ends = { namesEnd: first.length, alsoEnd: first.length + 1 + second.length }
  return { id: fish._id, type: fish.type, name: sortName(fish), text, ...ends }
}

/** The rank of a product that is found by its family, its Latin name and other texts that only describe it. */
export const lastRank = 5
const notFound = 6

/**
 * 0 exact trade name, 1 prefix of one, 2 prefix of a word in one, 3 inside of one, 4 also called so, 5 elsewhere; undefined
 * where a phrase is not found. A rank of `enough` is not improved any more.
 */
export function textRank({ text, namesEnd, alsoEnd }: SearchedText, phrase: string, enough = 0): number | undefined {
  let best: number = notFound
  // one scan without allocations: on the phone this runs on thousands of texts per keystroke
  for (let at = text.indexOf(phrase); at > 0; at = text.indexOf(phrase, at + 1)) {
    const before = text.charCodeAt(at - 1)
    const isStart = wordStarts.has(before)
    if (at >= namesEnd) {
      if (best !== notFound) break
      if (at >= alsoEnd) return lastRank
      if (isStart) return 4
    } else if (before === bar) {
      if (text.charCodeAt(at + phrase.length) === bar) return 0
      best = 1
    } else best = Math.min(best, isStart ? 2 : 3)
    if (best <= enough) break
  }
  return best === notFound ? undefined : best
}
