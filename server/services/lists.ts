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

/**
 * Rows of an admin list. Without paging it answers the first `limits.unpagedRows`, reported as the last of the pages of
 * `limits.perPageMax` that they fill, so that the next page continues after them.
 */
export async function listRows<T>(query: ListQuery, source: LongList<T>): Promise<Listed<T>> {
  const total = await source.count()
  if (query.page === undefined && query.per_page === undefined) {
    const perPage = limits.perPageMax
    const { page, pages } = pageAt(total, limits.unpagedRows / perPage, perPage)
    const rows = await source.rows({ offset: 0, limit: limits.unpagedRows })
    return { rows, perPage, page, pages, total }
  }
  const perPage = query.per_page ?? 20
  const { page, pages, offset } = pageAt(total, query.page ?? 1, perPage)
  const rows = await source.rows({ offset, limit: perPage })
  return { rows, perPage, page, pages, total }
}
