import { limits } from '../../contract/limits.ts'
import type { LongList } from '../db/long-list.ts'

export interface ListQuery {
  keyword?: string | undefined
  page?: number | undefined
  per_page?: number | undefined
}

/** Rows of an admin list, its page and the size of the whole. */
export interface Listed<T> {
  rows: T[]
  page: number
  perPage: number
  pages: number
  total: number
}

/**
 * Rows of an admin list. Asked for without a page it answers its first thousand rows, and counts as the pages of the
 * largest size that these fill, so that the next page is the next thousand's first.
 */
export async function listRows<T>(query: ListQuery, source: LongList<T>): Promise<Listed<T>> {
  const total = await source.count()
  if (query.page === undefined && query.per_page === undefined) {
    const perPage = limits.perPageMax
    const pages = Math.max(1, Math.ceil(total / perPage))
    const rows = await source.rows({ offset: 0, limit: limits.unpagedRows })
    return { rows, perPage, page: Math.min(pages, limits.unpagedRows / perPage), pages, total }
  }
  const perPage = query.per_page ?? 20
  const pages = Math.max(1, Math.ceil(total / perPage))
  const page = Math.min(query.page ?? 1, pages)
  const rows = await source.rows({ offset: (page - 1) * perPage, limit: perPage })
  return { rows, perPage, page, pages, total }
}
