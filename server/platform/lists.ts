import { limits } from '../../contract/limits.ts'
import type { LongList } from './db/long-list.ts'

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

/** The last of the pages that the first `count` rows fill; the last of all if there are no more rows. */
export function filledPages(count: number, { total, perPage }: { total: number; perPage: number }): number {
  return count >= total ? pageAt(total, 1, perPage).pages : Math.floor(count / perPage)
}

/** Rows read at first for a list without a page, and at most by one later query. */
const batch = { first: 20, most: 200 }

/** The first rows of a list, as many as fit into `limits.answerBytes`, at least one and at most `limits.unpagedRows`. */
async function firstRows<T extends { id: string }>(source: LongList<T>): Promise<T[]> {
  // by id, because a row that is added meanwhile moves the others on
  const rows = new Map<string, T>()
  let bytes = 0
  for (let offset = 0, size = batch.first; offset < limits.unpagedRows; ) {
    const some = await source.rows({ offset, limit: Math.min(size, limits.unpagedRows - offset) })
    for (const row of some) {
      bytes += Buffer.byteLength(JSON.stringify(row))
      if (bytes > limits.answerBytes && rows.size > 0) return [...rows.values()]
      rows.set(row.id, row)
    }
    if (some.length < size) break
    offset += some.length
    size = Math.min(batch.most, 1 + Math.floor((limits.answerBytes - bytes) / (bytes / offset)))
  }
  return [...rows.values()]
}

/**
 * Rows of an admin list. Without paging it answers those of `firstRows`, reported as the last of the largest pages that
 * they fill, so that the next page continues after them or repeats some. A page above `limits.answerBytes` is answered as
 * one of `shortPage` rows that begins with the same row; its links lead to the others.
 */
export async function listRows<T extends { id: string }>(
  query: ListQuery,
  source: LongList<T>,
  shortPage: number = limits.perPageMax,
): Promise<Listed<T>> {
  const total = await source.count()
  if (query.page === undefined && query.per_page === undefined) {
    const perPage = shortPage
    const rows = await firstRows(source)
    const { pages } = pageAt(total, 1, perPage)
    return { rows, perPage, page: filledPages(rows.length, { total, perPage }), pages, total }
  }
  const perPage = query.per_page ?? 20
  const { page, pages, offset } = pageAt(total, query.page ?? 1, perPage)
  const rows = await source.rows({ offset, limit: perPage })
  if (perPage <= shortPage || Buffer.byteLength(JSON.stringify(rows)) <= limits.answerBytes)
    return { rows, perPage, page, pages, total }
  const short = { rows: rows.slice(0, shortPage), perPage: shortPage, page: Math.floor(offset / shortPage) + 1 }
  return { ...short, pages: pageAt(total, 1, shortPage).pages, total }
}
