/** Rows per page of the lists for which the specification gives no number. */
export const rowsPerPage = 20

/** Keyword and page of a list in the address; page 1 and an empty keyword are left out. */
export interface ListSearch {
  keyword?: string
  page?: number
}

type Navigate = (to: { search: ListSearch; replace: boolean; resetScroll: boolean }) => Promise<void>

/** Reads keyword and page from the address and writes them there: they survive a reload and the back button. */
export function listAddress({ keyword = '', page = 1 }: ListSearch, navigate: Navigate) {
  return {
    keyword,
    page,
    /** Starts at page 1. A typed search is one step in the history, not one for every pause in the typing. */
    onSearch(text: string) {
      void navigate({ search: text ? { keyword: text } : {}, replace: true, resetScroll: false })
    },
    onPage(to: number) {
      const search = { ...(keyword && { keyword }), ...(to > 1 && { page: to }) }
      void navigate({ search, replace: false, resetScroll: true })
    },
  }
}
