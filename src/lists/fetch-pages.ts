import { limits } from '../../contract/limits.ts'
import type { Refusal, Reply } from '../api/api-errors.ts'
import type { Fetching } from './use-export.ts'

/**
 * All rows of a list, or the server's refusal. A row that moves to the next page meanwhile is there once. Throws
 * `ConnectionError`.
 */
export async function fetchPages<R extends { _id: string }>(
  load: (query: { page: number; per_page: number }, signal: AbortSignal) => Promise<Reply<R[]>>,
  { signal, onProgress }: Fetching,
): Promise<R[] | Refusal> {
  const found = new Map<string, R>()
  for (let page = 1; ; page++) {
    const reply = await load({ page, per_page: limits.perPageMax }, signal)
    if (!reply.ok) return reply.refusal
    for (const row of reply.body) found.set(row._id, row)
    onProgress(found.size, reply.total ?? found.size)
    // a page past the end repeats the last page
    if (reply.total === undefined || page * limits.perPageMax >= reply.total) return [...found.values()]
  }
}
