import type { FacetChoice } from './facets.ts'
import type { Fish } from './fishes.ts'
import { business, limits } from './limits.ts'

/** `none`: products without stock. `low`: with less than `business.lowStock` tonnes, and some. */
export const stockFilters = ['none', 'low'] as const
export type StockFilter = (typeof stockFilters)[number]
/** The orders of a list besides newest first. `stock`: the least first, `stock-down`: the most first. */
export const sortKeys = ['name', 'code', 'stock', 'stock-down'] as const
export type SortKey = (typeof sortKeys)[number]

/** A list of the catalogue. The server and the saved catalogue on the phone answer it alike (tests/support/search-cases.ts). */
export interface CatalogueQuery extends FacetChoice {
  keyword?: string
  type?: string
  stock?: StockFilter
  /** by default newest first, with a keyword the best match */
  sort?: SortKey
  /** the answer also counts the values of the filters */
  facets?: '1'
  page: number
  per_page: number
}

const extraLetters: Record<string, string> = {
  ...{ ø: 'o', đ: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe' },
  // letters that SQLite's full-text index folds, so every comparison folds them as well
  ...{ ſ: 's', µ: 'μ', ς: 'σ', ϐ: 'β', ϑ: 'θ', ϕ: 'φ', ϖ: 'π', ϰ: 'κ', ϱ: 'ρ', ϵ: 'ε' },
}

/** Lower case, without accents, white space collapsed: the form in which texts are compared. */
export const normaliseText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øđłßæœſµςϐϑϕϖϰϱϵ]/g, (letter) => extraLetters[letter] ?? letter)
    .replace(/[\s|]+/g, ' ')
    .trim()

/** A normalised text with sizes as they are compared, whichever dash and spaces they have: `600-800g`. */
export const plainSizes = (text: string) =>
  text
    .replace(/(?<=\d) ?[-\u2010-\u2015\u2212] ?(?=\d)/g, '-')
    .replace(/(?<=\d) (?=(?:k?g|lbs?|oz|cm|mm)(?![\p{L}\d]))/gu, '')

/** The words of a keyword, all of which must be found: at most `limits.searchTerms`, and none that is part of another one. */
export function searchTerms(keyword: string): string[] {
  const words = [...new Set(plainSizes(normaliseText(keyword)).split(' ').filter(Boolean))]
  const needed = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return needed.slice(0, limits.searchTerms)
}

/** Sort key among equal ranks: the normalised English trade name. */
export const sortName = (fish: Pick<Fish, 'trade_name'>) => normaliseText(fish.trade_name)
/** Code-unit order. For normalised texts it equals SQLite's BINARY and PostgreSQL's COLLATE "C". */
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Compared = Pick<Fish, '_id' | 'trade_name' | 'code' | 'countInStock'>

/** The order of two products in a list; those that are equal in it with the newest first. */
export function compareFishes(a: Compared, b: Compared, order: SortKey): number {
  const newest = compareText(b._id, a._id)
  if (order === 'name') return compareText(sortName(a), sortName(b)) || newest
  if (order === 'stock') return a.countInStock - b.countInStock || newest
  if (order === 'stock-down') return b.countInStock - a.countInStock || newest
  // products without an article number come last
  const [first = '', second = ''] = [a.code, b.code]
  if (!first !== !second) return first ? -1 : 1
  return compareText(articleKey(first), articleKey(second)) || newest
}

export const hasStock = ({ countInStock }: Pick<Fish, 'countInStock'>, filter: StockFilter) =>
  filter === 'none' ? countInStock === 0 : countInStock > 0 && countInStock < business.lowStock

/** Where a page of a list begins. A page past the end is the last page; an empty list has one empty page. */
export function pageAt(total: number, page: number, perPage: number) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const at = Math.min(Math.max(1, page), pages)
  return { page: at, pages, offset: (at - 1) * perPage }
}

/** One page of a list, see `pageAt`. */
export function pageOf<T>(rows: readonly T[], page: number, perPage: number) {
  const { offset, ...paging } = pageAt(rows.length, page, perPage)
  return { rows: rows.slice(offset, offset + perPage), ...paging, total: rows.length }
}

/** What two article numbers have in common if they are the same one: `dup-1` and ` DUP-1`. As the databases fold them. */
export const articleKey = (code: string) => code.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const frozen = /\b(frozen|iqf|iwp|congel|surgel|ultracongel)/
const fresh = /\b(fresh|chilled|iced|live|frais|fraiche|refriger\w*|vivante?s?|fresc[oa]s?|viv[oa]s?)\b/

/** Whether a product is frozen or fresh, by the words of its treatment; live ones count as fresh. */
export function stateOf(fish: { treatment?: string | undefined; presentation?: string | undefined }) {
  const words = normaliseText(`${fish.treatment ?? ''} ${fish.presentation ?? ''}`)
  return frozen.test(words) ? 'frozen' : fresh.test(words) ? 'fresh' : undefined
}
