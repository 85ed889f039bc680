import type { Fish } from './fishes.ts'
import { limits } from './limits.ts'
import { type TradeText, tradeTexts } from './trade-texts.ts'

/**
 * A catalogue search. The server's index and the saved catalogue on the phone give the same results, which one table of
 * cases tests (tests/support/search-cases.ts).
 */
export interface CatalogueQuery {
  keyword?: string
  type?: string
  page: number
  per_page: number
}

const extraLetters: Record<string, string> = {
  ...{ ø: 'o', đ: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe' },
  // letters that SQLite's full-text index folds, so every comparison folds them as well
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
 * The words of a keyword, all of which must be found. Drops words that are part of another one and uses at most
 * `limits.searchTerms`, which bounds the cost of a search.
 */
export function searchTerms(keyword: string): string[] {
  const words = [...new Set(normaliseText(keyword).split(' ').filter(Boolean))]
  const needed = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return needed.slice(0, limits.searchTerms)
}

type Searchable = Pick<Fish, 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'category' | 'classe'> &
  Partial<Pick<Fish, 'scientific_name' | 'fao_code' | 'code' | TradeText>>

/**
 * The normalised text in which a product is searched: its names between bars, then family, class, FAO code, article
 * number and trade texts, one per line: `|atlantic cod|morue|bacalao|gadus morhua|\ngadidae\nactinopterygii\ncod`.
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
  // one scan without allocations: on the phone this runs on thousands of texts per keystroke
  for (let at = text.indexOf(phrase); at > 0; at = text.indexOf(phrase, at + 1)) {
    const before = text.charCodeAt(at - 1)
    if (before === bar) {
      if (text.charCodeAt(at + phrase.length) === bar) return 0
      rank = 1
    } else if (rank === 3 && startCodes.has(before)) rank = 2
  }
  return rank
}

/** Sort key among equal ranks: the normalised English trade name. */
export function sortName(fish: Pick<Fish, 'trade_name'>): string {
  return normaliseText(fish.trade_name)
}

/** Code-unit order. For normalised texts it equals SQLite's BINARY and PostgreSQL's COLLATE "C". */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** One page of a list. A page past the end is the last page; an empty list has one empty page. */
export function pageOf<T>(rows: readonly T[], page: number, perPage: number) {
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  const at = Math.min(Math.max(1, page), pages)
  return { rows: rows.slice((at - 1) * perPage, at * perPage), page: at, pages, total: rows.length }
}
