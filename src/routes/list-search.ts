import { limits } from '../../contract/limits.ts'
import { pageNumber } from '../lib/search-params.ts'

/** The query of an admin list: keyword and page, each only where it says something. */
export function listSearch(search: Record<string, unknown>): { keyword?: string; page?: number } {
  const page = pageNumber(search.page)
  const keyword = typeof search.keyword === 'string' ? search.keyword.trim().slice(0, limits.keywordLength) : ''
  return { ...(keyword && { keyword }), ...(page > 1 && { page }) }
}
