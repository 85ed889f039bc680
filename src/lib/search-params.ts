import type { KnownState } from '../../contract/order-events.ts'
import { attempt } from './record.ts'
import { createStore } from './store.ts'

/**
 * The query inside the hash as plain texts (`?keyword=hake&page=2`). A leading `redirect` is the whole query, since its
 * path has a query of its own: `?redirect=/cart/7?qty=3&page=2` is one parameter (specification section 2).
 */
export function parseSearch(search: string): Record<string, string> {
  const text = search.replace(/^\?/, '')
  if (text.startsWith('redirect=')) return { redirect: decodeOrSame(text.slice('redirect='.length)) }
  return Object.fromEntries(new URLSearchParams(text))
}

/** A text with a broken percent escape is returned as it is. */
export const decodeOrSame = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text

/** The reverse of `parseSearch`. Slashes are not escaped, nor the query of a redirect; empty and missing values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const [first] = filled
  // the whole query, see `parseSearch`
  if (filled.length === 1 && first?.[0] === 'redirect')
    return `?redirect=${encodeURIComponent(String(first[1])).replace(/%(2F|3F|3D|26)/g, decodeURIComponent)}`
  const parts = filled.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value)).replaceAll('%2F', '/')}`,
  )
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** A page number from the address: a whole number from 1, else 1. */
export function pageNumber(text: unknown): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 1 ? value : 1
}

/** The hash of the home page's first page: empty, or a query without a page. */
export const homeHash = /^(#\/?(\?(?!.*page=).*)?)?$/

export const sortedColumns = ['company', 'country', 'what', 'tonnes', 'needed', 'age', 'state'] as const
export type SortedColumn = (typeof sortedColumns)[number]
/** What the board is sorted by: a column, with a minus for the largest first. */
export type BoardSort = SortedColumn | `-${SortedColumn}`
export const boardSorts: readonly BoardSort[] = sortedColumns.flatMap((name) => [name, `-${name}`] as const)

/** What the tiles of the dashboard show of a tab. */
export const boardParts = ['expiring', 'late', 'load', 'overdue', 'payments', 'claims'] as const

interface BoardSearch {
  tab?: KnownState | 'way' | 'all'
  only?: (typeof boardParts)[number]
  sort?: BoardSort
  keyword?: string
  page?: number
}

/** The search of the board when it was left, for the way back to it. */
export const lastBoard = createStore<BoardSearch>({})
