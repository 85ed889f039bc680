import type { Reply } from './errors.ts'

/**
 * Loads one page of a list. Of a page whose rows are too large for one answer, the server sends the first ones, as many as
 * a smaller page has that divides this one; the rest is fetched in such pages.
 */
export async function wholePage<R, Q extends { page: number; per_page: number }>(
  query: Q,
  load: (query: Q) => Promise<Reply<R[]>>,
): Promise<Reply<R[]>> {
  const before = (query.page - 1) * query.per_page
  const first = await load(query)
  if (!first.ok || first.total === undefined) return first
  const rows = [...first.body]
  let [size, total] = [rows.length, first.total]
  while (size > 0 && rows.length < Math.min(query.per_page, total - before)) {
    const next = await load({ ...query, page: Math.floor((before + rows.length) / size) + 1, per_page: size })
    if (!next.ok) return next
    rows.push(...next.body)
    size = next.body.length
    total = next.total ?? 0
  }
  return { ...first, body: rows }
}
