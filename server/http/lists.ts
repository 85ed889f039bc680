import { limits } from '../../contract/limits.ts'
import type { LongList } from '../db/long-list.ts'

export interface ListQuery {
  keyword?: string | undefined
  page?: number | undefined
  per_page?: number | undefined
}

/** One page of a list. */
export interface Listed<T> {
  rows: T[]
  page: number
  perPage: number
  pages: number
  total: number
}

/** A page of a list. A page past the end is the last page; an empty list has one empty page. */
export function pageAt(total: number, page: number, perPage: number) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const at = Math.min(page, pages)
  return { page: at, pages, offset: (at - 1) * perPage }
}

/** Rows of a page of a list, and of its answer without paging. */
interface PageSizes {
  largest?: number
  unpaged?: number
}

/** Rows of a list, each as `toRow` makes it: a page, or without paging the first `unpaged`, reported as the last of the largest pages that they fill. */
export async function listRows<Row, T>(
  query: ListQuery,
  source: LongList<Row>,
  toRow: (row: Row) => T,
  { largest = limits.perPageMax, unpaged = limits.unpagedRows }: PageSizes = {},
): Promise<Listed<T>> {
  const total = await source.count()
  if (query.page === undefined && query.per_page === undefined) {
    const rows = await source.rows({ offset: 0, limit: unpaged })
    const { page, pages } = pageAt(total, unpaged / largest, largest)
    return { rows: rows.map(toRow), perPage: largest, page, pages, total }
  }
  const perPage = query.per_page ?? 20
  const { page, pages, offset } = pageAt(total, query.page ?? 1, perPage)
  const rows = await source.rows({ offset, limit: perPage })
  return { rows: rows.map(toRow), perPage, page, pages, total }
}
