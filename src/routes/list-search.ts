import { limits } from '../../contract/limits.ts'
import { type OrderState, orderStates } from '../../contract/order-state.ts'
import { pageNumber } from '../lib/search-params.ts'

/**
 * The query of a list: keyword and page, each only where it says something. They stand in the address, so that a reload, a
 * shared link and the back button keep them.
 */
export function listSearch(search: Record<string, unknown>): { keyword?: string; page?: number } {
  const page = pageNumber(search.page)
  const keyword = typeof search.keyword === 'string' ? search.keyword.slice(0, limits.keywordLength).trim() : ''
  return { ...(keyword && { keyword }), ...(page > 1 && { page }) }
}

/** The state that a list of orders is narrowed to. */
export function stateSearch(search: Record<string, unknown>): { state?: OrderState } {
  const state = orderStates.find((each) => each === search.state)
  return state ? { state } : {}
}
/** The board's query: also the tab that is open, unless it is the first one. */
export function boardSearch(search: Record<string, unknown>): { keyword?: string; page?: number; tab?: OtherTab } {
  const tab = otherTabs.find((each) => each === search.tab)
  return { ...(tab && { tab }), ...listSearch(search) }
}

const otherTabs = [...orderStates, 'all'] as const
type OtherTab = (typeof otherTabs)[number]
