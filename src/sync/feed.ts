import { limits } from '../../contract/limits.ts'
import type { Reply } from '../api/api-errors.ts'

/** Timeout for a page of a feed, ms. The next pull continues from the same cursor. */
export const pageTimeout = 30_000

/** What every call of a feed is asked with. `since`: the cursor of the page before; none for the first page. */
interface PageInput {
  query: { limit: number; since?: string }
  timeout: number
}

/** The server does not recognise the cursor: its database was replaced, or its feed was cut. */
export type UnknownCursor = 'unknown-cursor'
const unknownCursor = [400, 404, 409, 410, 422]

/** One page of the feed of products or of orders, asked for by `call`. Throws `ConnectionError` when no answer came. */
export async function fetchFeedPage<T extends { reset?: boolean | undefined }>(
  since: string | undefined,
  call: (input: PageInput) => Promise<Reply<T>>,
): Promise<Reply<T> | UnknownCursor> {
  const query = { limit: limits.changesPerCall, ...(since !== undefined && { since }) }
  const reply = await call({ query, timeout: pageTimeout })
  if (since === undefined) return reply
  const isUnknown = reply.ok ? reply.body.reset : unknownCursor.includes(reply.refusal.status)
  return isUnknown ? 'unknown-cursor' : reply
}
