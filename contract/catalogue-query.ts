import type { Fish } from './fishes.ts'
import { limits } from './limits.ts'
import { type TradeText, tradeTexts } from './trade-texts.ts'

/**
 * What a catalogue search means. The server says the same in SQL and the saved catalogue on the phone uses this code;
 * one table of cases (tests/support/search-cases.ts) holds all of them together.
 */
export interface CatalogueQuery {
  keyword?: string
  type?: string
  page: number
  per_page: number
}

const extraLetters: Record<string, string> = {
  ...{ ø: 'o', đ: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe' },
  // letters that SQLite's index takes for another: so do all who compare
  ...{ ſ: 's', µ: 'μ', ς: 'σ', ϐ: 'β', ϑ: 'θ', ϕ: 'φ', ϖ: 'π', ϰ: 'κ', ϱ: 'ρ', ϵ: 'ε' },
}

/** Lower case, without accents, white space collapsed: the form in which texts are compared. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øđłßæœſµςϐϑϕϖϰϱϵ]/g, (letter) => extraLetters[letter] ?? letter)
    .replace(/[\s|]+/g, ' ')
    .trim()
}

/**
 * The words of a keyword that must all be found: each once, none that is part of another, the first
 * `limits.searchTerms` of them. More would find hardly anything else and make a search as dear as one likes.
 */
export function searchTerms(keyword: string): string[] {
  const words = [...new Set(normaliseText(keyword).split(' ').filter(Boolean))]
  const needed = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return needed.slice(0, limits.searchTerms)
}

type Searchable = Pick<Fish, 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'category' | 'classe'> &
  Partial<Pick<Fish, 'scientific_name' | 'fao_code' | 'code' | TradeText>>

/**
 * The text that a product is searched by, normalised: its names between bars, then family, class, FAO code, article
 * number and the texts of the trade each on a line of its own: `|atlantic cod|morue|bacalao|gadus morhua|\ngadidae\nactinopterygii\ncod`.
 */
export function searchText(fish: Searchable): string {
  const names = [fish.trade_name, fish.trade_name_fr, fish.trade_name_es, fish.scientific_name]
  const rest = [fish.category, fish.classe, fish.fao_code, fish.code, ...tradeTexts.map((name) => fish[name])]
  const norm = (texts: (string | null | undefined)[]) => texts.map((text) => normaliseText(text ?? '')).filter(Boolean)
  return `|${norm(names).join('|')}|\n${norm(rest).join('\n')}`
}

/** Characters after which a new word starts, besides the bar and the line break of `searchText`. */
export const wordStarts = [' ', '(', '-', "'", '’', '/', '\n'] as const

const bar = '|'.charCodeAt(0)
const startCodes = new Set<number>(wordStarts.map((start) => start.charCodeAt(0)))

/** 0 exact name, 1 prefix of a name, 2 prefix of a word, 3 found elsewhere; undefined where a term is missing. */
export function searchRank(text: string, terms: readonly string[]): 0 | 1 | 2 | 3 | undefined {
  for (const term of terms) if (!text.includes(term)) return undefined
  const phrase = terms.length === 1 ? (terms[0] ?? '') : terms.join(' ')
  let rank: 1 | 2 | 3 = 3
  // one look at each place where it occurs: a search on the phone asks this of thousands of texts between two keys
  for (let at = text.indexOf(phrase); at > 0; at = text.indexOf(phrase, at + 1)) {
    const before = text.charCodeAt(at - 1)
    if (before === bar) {
      if (text.charCodeAt(at + phrase.length) === bar) return 0
      rank = 1
    } else if (rank === 3 && startCodes.has(before)) rank = 2
  }
  return rank
}

/** The name that orders equal ranks: the English trade name, normalised. */
export function sortName(fish: Pick<Fish, 'trade_name'>): string {
  return normaliseText(fish.trade_name)
}

/** Code-unit order, the same in JavaScript, SQLite (BINARY) and PostgreSQL (COLLATE "C") for our normalised texts. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** One page of a list. A page past the end is the last page; an empty list has one empty page. */
export function pageOf<T>(rows: readonly T[], page: number, perPage: number) {
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  const at = Math.min(Math.max(1, page), pages)
  return { rows: rows.slice((at - 1) * perPage, at * perPage), page: at, pages, total: rows.length }
}
