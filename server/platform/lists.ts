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

/** Rows read at first, and at most by one later query. */
const batch = { first: 20, most: 200 }

/** Rows of a list from an offset on, as many as fit into `limits.answerBytes`, at least one and at most `most`. */
async function fittingRows<T extends { id: string }>(
  source: LongList<T>,
  { from, most }: { from: number; most: number },
): Promise<T[]> {
  // by id, because a row that is added meanwhile moves the others on
  const rows = new Map<string, T>()
  let bytes = 0
  for (let read = 0, size = batch.first; read < most; ) {
    const limit = Math.min(size, most - read)
    const some = await source.rows({ offset: from + read, limit })
    for (const row of some) {
      bytes += Buffer.byteLength(JSON.stringify(row))
      if (bytes > limits.answerBytes && rows.size > 0) return [...rows.values()]
      rows.set(row.id, row)
    }
    if (some.length < limit) break
    read += some.length
    size = Math.min(batch.most, 1 + Math.floor((limits.answerBytes - bytes) / (bytes / read)))
  }
  return [...rows.values()]
}

/** The largest page that divides one of `perPage` rows and has at most `count`. */
function partOfPage(perPage: number, count: number): number {
  let size = Math.max(1, Math.min(perPage, count))
  while (perPage % size !== 0) size--
  return size
}

/**
 * Rows of an admin list. Without paging it answers the first ones that fit, reported as the last of the largest pages that
 * they fill, so that the next page continues after them or repeats some. Of a page above `limits.answerBytes` it answers
 * a smaller one that begins with the same row and divides it, so that links, or pages of as many rows, lead to the others.
 */
export async function listRows<T extends { id: string }>(query: ListQuery, source: LongList<T>): Promise<Listed<T>> {
  const total = await source.count()
  if (query.page === undefined && query.per_page === undefined) {
    const perPage = limits.perPageMax
    const rows = await fittingRows(source, { from: 0, most: limits.unpagedRows })
    const { pages } = pageAt(total, 1, perPage)
    return { rows, perPage, page: filledPages(rows.length, { total, perPage }), pages, total }
  }
  const perPage = query.per_page ?? 20
  const { page, pages, offset } = pageAt(total, query.page ?? 1, perPage)
  const most = Math.min(perPage, total - offset)
  const rows = await fittingRows(source, { from: offset, most })
  if (rows.length >= most) return { rows, perPage, page, pages, total }
  const size = partOfPage(perPage, rows.length)
  return {
    rows: rows.slice(0, size),
    ...{ perPage: size, page: offset / size + 1, pages: pageAt(total, 1, size).pages },
    total,
  }
}
