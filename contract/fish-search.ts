import SearchableMap from 'minisearch/SearchableMap'
import {
  type CatalogueQuery,
  compareText,
  normaliseText,
  plainSizes,
  searchTerms,
  sortName,
} from './catalogue-query.ts'
import type { Fish } from './fishes.ts'
import { business } from './limits.ts'
import { type RequiredText, requiredFacts, searchedFields } from './product-fields.ts'
import { otherWords } from './texts/trade-words.ts'

export type Searchable = Pick<Fish, '_id' | 'type' | RequiredText> &
  Partial<Pick<Fish, (typeof searchedFields)[number]>>

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
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u)

export function searchedText(fish: Searchable): SearchedText {
  const norm = (texts: (string | undefined)[]) =>
    texts.map((text) => plainSizes(normaliseText(text ?? ''))).filter(Boolean)
  const names = norm([fish.trade_name, fish.trade_name_fr, fish.trade_name_es, fish.code])
  const facts = searchedFields.flatMap((name) => (name === 'code' ? [] : [fish[name]]))
  const rest = norm([...requiredFacts.map((name) => fish[name]), ...facts])
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

/** 0 exact trade name, 1 prefix of one, 2 of a word in one, 3 inside of one, 4 also called so, 5 elsewhere. `enough` is not improved any more. */
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

/** A word of the keyword as it may stand in a text, and in how many letters it differs. */
interface Form {
  word: string
  distance: number
}
/** The nearest first. */
type Forms = readonly Form[]
type Entry<T> = SearchedText & { item: T }
/** A word of fewer letters with another one means another thing. */
const shortest = 4
/** From so many letters on, a word may have one slip even where it is found as it is, and two where it is not. */
const long = 6
const longest = 30
/** Of the words near a misspelled one, so many are looked for. */
const formsMax = 5
/** What is nearest is found by so many words, the longest, with so many forms. */
const nearestTerms = 4
const nearestForms = 2
const farthest = 3
const ranks = lastRank + 1
/** More than any rank. */
const missing = (farthest + 1) * ranks

/** The search of a catalogue, the same on server and phone, by words as they were typed and by near ones. `T` is what is found. */
export function createFishSearch<T>() {
  const byId = new Map<string, Entry<T>>()
  let sorted: Entry<T>[] | undefined
  /** how often each word occurs */
  const counts = new Map<string, number>()
  const words = new SearchableMap<true>()

  function count({ text }: SearchedText, change: 1 | -1): void {
    for (const word of wordsOf(text)) {
      const before = counts.get(word) ?? 0
      if (before + change > 0) counts.set(word, before + change)
      else counts.delete(word)
      if (word.length < shortest || word.length > longest) continue
      if (before === 0) words.set(word, true)
      else if (before + change === 0) words.delete(word)
    }
  }

  function remove(id: string): void {
    const before = byId.get(id)
    if (!before) return
    count(before, -1)
    byId.delete(id)
    sorted = undefined
  }

  function add(fish: Searchable, item: T): void {
    const before = byId.get(fish._id)
    const now = { ...searchedText(fish), item }
    if (before && before.text === now.text && before.name === now.name && before.type === now.type) {
      // nothing that is searched has changed
      before.item = item
      return
    }
    remove(fish._id)
    byId.set(now.id, now)
    count(now, 1)
    sorted = undefined
  }

  /** The word as it was typed; none if no text has it, which spares looking through them all. */
  function typed(word: string): Form[] {
    if (!/^\p{L}+$/u.test(word)) return [{ word, distance: 0 }]
    for (const known of counts.keys()) if (known.includes(word)) return [{ word, distance: 0 }]
    return []
  }

  function near(word: string, slips: number): Form[] {
    // a number with another digit is another one
    if (slips === 0 || word.length > longest || /\d/.test(word)) return []
    const found = [...words.fuzzyGet(word, slips)].map(([near, [, distance]]) => ({ word: near, distance }))
    const others = found.filter((form) => !form.word.includes(word))
    return others.sort((a, b) => a.distance - b.distance || compareText(a.word, b.word)).slice(0, formsMax)
  }

  const isLong = (word: string) => word.length >= long
  const oneSlip = (word: string) => [...typed(word), ...near(word, isLong(word) ? 1 : 0)]
  const twoSlips = (word: string) => [...typed(word), ...near(word, isLong(word) ? 2 : word.length < shortest ? 0 : 1)]

  /** The longest beginning, at least half of the word, with which a word of the catalogue begins. */
  function beginning(word: string): Form[] {
    for (let length = word.length - 1; length >= Math.max(3, word.length / 2); length--) {
      const start = word.slice(0, length)
      for (const _ of words.atPrefix(start).keys()) return [{ word: start, distance: farthest }]
    }
    return []
  }

  function select(type: string | undefined, rankOf: (entry: SearchedText) => number | undefined): T[] {
    sorted ??= [...byId.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id))
    const byRank: T[][] = []
    for (const entry of sorted) {
      if (type !== undefined && entry.type !== type) continue
      const rank = rankOf(entry)
      if (rank === undefined) continue
      const same = byRank[rank]
      if (same) same.push(entry.item)
      else byRank[rank] = [entry.item]
    }
    return byRank.flat()
  }

  function withAll(type: string | undefined, forms: readonly Forms[], phrase: string): T[] {
    if (forms.some(({ length }) => length === 0)) return []
    return select(type, (entry) => rankOfAll(entry, forms, phrase))
  }

  function withSome(type: string | undefined, terms: readonly string[]): T[] {
    const chosen = terms.toSorted((a, b) => b.length - a.length).slice(0, nearestTerms)
    const forms = chosen.map((word) => {
      const found = twoSlips(word).slice(0, nearestForms)
      return found.length > 0 ? found : beginning(word)
    })
    if (forms.every(({ length }) => length === 0)) return []
    return select(type, (entry) => rankOfSome(entry, forms)).slice(0, business.listPerPage)
  }

  return {
    add,
    remove,
    /** The products that a keyword finds, best first; when it finds none, those that are nearest. */
    search({ keyword = '', type }: Pick<CatalogueQuery, 'keyword' | 'type'>): { found: T[]; nearest: T[] } {
      const terms = searchTerms(keyword)
      const phrase = terms.join(' ')
      const strict = terms.map(oneSlip)
      const found = withAll(type, strict, phrase)
      if (found.length > 0) return { found, nearest: [] }
      const wide = terms.map(twoSlips)
      const isWider = wide.some((forms, at) => forms.length !== strict[at]?.length)
      const meant = isWider ? withAll(type, wide, phrase) : []
      if (meant.length > 0) return { found: meant, nearest: [] }
      const telling = terms.filter(({ length }) => length >= 3)
      return { found: [], nearest: withSome(type, telling) }
    },
  }
}

/** The rank of the form that is found best; undefined without any. A slip weighs more than the place. */
function rankOfWord(entry: SearchedText, forms: Forms, enough: number): number | undefined {
  let best: number | undefined
  for (const { word, distance } of forms) {
    if (best !== undefined && distance * ranks > best) break
    const rank = textRank(entry, word, enough)
    if (rank !== undefined) best = Math.min(best ?? missing, distance * ranks + rank)
  }
  return best
}

/** Together the words may be a name; apart they count as much as the worst of them. Undefined where one is missing. */
function rankOfAll(entry: SearchedText, forms: readonly Forms[], phrase: string): number | undefined {
  const [only] = forms
  if (only && forms.length === 1) return rankOfWord(entry, only, 0)
  let worst = 2
  for (const word of forms) {
    const rank = rankOfWord(entry, word, worst)
    if (rank === undefined) return undefined
    worst = Math.max(worst, rank)
  }
  return Math.min(worst, textRank(entry, phrase) ?? missing)
}

/** Those with the most words first; undefined without any. */
function rankOfSome(entry: SearchedText, forms: readonly Forms[]): number | undefined {
  let [lost, worst] = [0, 0]
  for (const word of forms) {
    const rank = rankOfWord(entry, word, worst)
    if (rank === undefined) lost += 1
    else worst = Math.max(worst, rank)
  }
  return lost === forms.length ? undefined : lost * missing + worst
}
