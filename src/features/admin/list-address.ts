import type { ListQuery } from './use-admin-list.ts'

/** Keyword and page of an admin list as the address has them; page 1 and an empty keyword leave no trace there. */
export interface ListSearch {
  keyword?: string
  page?: number
}

interface ListAddress extends ListQuery {
  /** goes to another page or keyword; a new keyword starts at page 1 */
  onQuery: (query: ListSearch) => void
}

/** The list's place in the address: filter and page survive a reload and the way back. */
export function listAddress(
  search: ListSearch,
  navigate: (to: { search: ListSearch; replace: boolean; resetScroll: boolean }) => Promise<void>,
): ListAddress {
  return {
    keyword: search.keyword ?? '',
    page: search.page ?? 1,
    onQuery({ keyword, page }) {
      const next: ListSearch = {}
      if (keyword) next.keyword = keyword
      if (page !== undefined && page > 1) next.page = page
      // a typed search is one step back, not one for every pause between two keys
      void navigate({ search: next, replace: page === undefined, resetScroll: page !== undefined })
    },
  }
}
