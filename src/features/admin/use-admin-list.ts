import { pageOf } from '../../../contract/catalogue-query.ts'
import type { Reply } from '../../api/errors.ts'
import type { SavedAnswers } from '../../db/views.ts'
import { type SavedView, useSavedView } from '../../ui/use-saved-view.ts'

/** Rows on one page of the admin lists for which the specification names no number. */
export const rowsPerPage = 20

export interface ListQuery {
  keyword: string
  page: number
}

interface AdminListOptions<R> extends ListQuery {
  /** names the list among the saved answers */
  name: string
  perPage: number
  load: (query: { keyword?: string; page: number; per_page: number }, signal: AbortSignal) => Promise<Reply<R[]>>
  /** what a row is searched by where the server cannot search */
  searchable: (row: R) => string
  /** where the rows are saved; by default as they came */
  saved?: SavedAnswers<R[]> | undefined
}

export interface AdminList<R> extends Omit<SavedView<R[]>, 'body'> {
  rows: R[] | undefined
  /** the list, page and search in one text */
  place: string
  page: number
  pages: number
}

/**
 * One page of an admin list. Our server pages and searches by itself and says how many rows there are; another server of
 * the specification answers everything at once, and then the same is done here.
 */
export function useAdminList<R>(options: AdminListOptions<R>): AdminList<R> {
  const { name, keyword, page, perPage, load, searchable } = options
  const query = { page, per_page: perPage, ...(keyword !== '' && { keyword }) }
  const place = `${name} ${JSON.stringify(query)}`
  const { body, ...view } = useSavedView<R[]>(place, (signal) => load(query, signal), options.saved)
  if (body === undefined) return { ...view, rows: undefined, place, page, pages: 1 }
  if (view.total !== undefined) {
    const pages = Math.max(1, Math.ceil(view.total / perPage))
    return { ...view, rows: body, place, page: Math.min(page, pages), pages }
  }
  const wanted = keyword.trim().toLowerCase()
  const found = body.filter((row) => searchable(row).toLowerCase().includes(wanted))
  const here = pageOf(found, page, perPage)
  return { ...view, rows: here.rows, place, total: here.total, page: here.page, pages: here.pages }
}
