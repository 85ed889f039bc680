import { pageOf } from '../../contract/catalogue-query.ts'
import type { Reply } from '../api/api-errors.ts'
import { type SavedView, useSavedView } from '../db/use-saved-view.ts'
import type { SavedAnswers } from '../db/views.ts'

/** Rows per page of the admin lists for which the specification gives no number. */
export const rowsPerPage = 20

interface AdminListOptions<R> {
  /** the key of the list among the saved answers */
  name: string
  keyword?: string
  /** without it, all rows are on one page */
  page?: number
  perPage?: number
  load: (query: { keyword?: string; page: number; per_page: number }, signal: AbortSignal) => Promise<Reply<R[]>>
  /** the text that is searched if the server cannot search */
  searchable: (row: R) => string
  /** how the rows are saved; by default as received */
  saved?: SavedAnswers<R[]> | undefined
}

export interface AdminList<R> extends Omit<SavedView<R[]>, 'body'> {
  rows: R[] | undefined
  /** identifies the list with its page and search */
  place: string
  page: number
  pages: number
}

/**
 * One page of an admin list. Our server pages and searches itself and sends the total. Another server of the
 * specification sends all rows at once, which are then searched and paged here.
 */
export function useAdminList<R>(options: AdminListOptions<R>): AdminList<R> {
  const { name, keyword = '', page = 1, perPage = rowsPerPage, load, searchable } = options
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
  const { rows, ...paging } = pageOf(found, page, perPage)
  // what the device does not have may be on the server
  return { ...view, place, ...paging, rows: view.busy && rows.length === 0 ? undefined : rows }
}
