import type { Fish, FishChanges } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../api/exchange.ts'
import { getValue } from '../db/database.ts'
import { getCatalogueState, replaceCatalogue, saveFeedPage } from '../db/products.ts'
import { fetchShop, type ShopPull } from '../db/saved-shop.ts'
import type { Clock } from '../lib/device-clock.ts'

// What the shop has changed comes to the device by two feeds: this one and that of orders. A page's rows and the cursor after
// it are saved in one transaction, so that a pull may be cut off anywhere, and two at once do no harm.

/** Timeout for a page of a feed, ms. The next pull continues from the same cursor. */
export const pageTimeout = 30_000

/** The server does not recognise the cursor: its database was replaced, or its feed was cut. */
type UnknownCursor = 'unknown-cursor'
const unknownCursor = [400, 404, 409, 410, 422]

/** One page of the feed of products or of orders, after the cursor `since` or from the start, asked for by `call`. Throws `ConnectionError` when no answer came. */
export async function fetchFeedPage<T extends { reset?: boolean | undefined }>(
  since: string | undefined,
  call: (input: { query: { limit: number; since?: string }; timeout: number }) => Promise<Reply<T>>,
): Promise<Reply<T> | UnknownCursor> {
  const query = { limit: limits.changesPerCall, ...(since !== undefined && { since }) }
  const reply = await call({ query, timeout: pageTimeout })
  if (since === undefined) return reply
  const isUnknown = reply.ok ? reply.body.reset : unknownCursor.includes(reply.refusal.status)
  return isUnknown ? 'unknown-cursor' : reply
}

export interface Pull extends ShopPull {
  clock: Clock
  /** called after each saved page of the feed, even if the pull is interrupted later */
  onSaved?: (ids: ChangedIds) => void
}

/** The ids of products. */
export interface ChangedIds {
  changed: string[]
  deleted: string[]
}

/**
 * Brings the saved catalogue up to date from `GET /api/fishes/changes/`, or throws `ConnectionError`. False when the server refused or
 * another pull was faster.
 */
export async function pullCatalogue(pull: Pull): Promise<boolean> {
  const state = await getCatalogueState(pull.db)
  for (let since = state?.cursor; ; ) {
    const page = await fetchPage(pull, since)
    if (page === 'unknown-cursor') return refill(pull)
    if (!page.ok) return false
    const changes = page.body
    if (!(await saveFeedPage(pull.db, { since, changes, now: pull.clock.now() }))) return false
    // the settings of the shop, where the saved ones have another version
    const isOther = changes.shop !== undefined && changes.shop !== (await getValue(pull.db, 'shop'))?.version
    if (isOther) await fetchShop(pull)
    report(pull, { changed: changes.changed.map(({ _id }) => _id), deleted: changes.deleted })
    // a cursor that does not advance ends the pull, so that it cannot loop for ever
    if (!changes.more || changes.next === since) return true
    since = changes.next
  }
}

function fetchPage({ api, signal }: Pull, since: string | undefined) {
  return fetchFeedPage(since, (input) => api.call('fishChanges', { ...input, signal }))
}

function report({ onSaved }: Pull, ids: ChangedIds): void {
  if (ids.changed.length + ids.deleted.length > 0) onSaved?.(ids)
}

/** Fetches the whole catalogue and then replaces the saved copy, which stays usable until the last page has arrived. */
async function refill(pull: Pull): Promise<boolean> {
  const fishes = new Map<string, Fish>()
  let last: Pick<FishChanges, 'shop' | 'totals'> = {}
  let since: string | undefined
  for (;;) {
    const page = await fetchPage(pull, since)
    if (page === 'unknown-cursor' || !page.ok) return false
    const changes = page.body
    for (const fish of changes.changed) fishes.set(fish._id, fish)
    for (const id of changes.deleted) fishes.delete(id)
    last = changes
    const isLast = !changes.more || changes.next === since
    since = changes.next
    if (isLast) break
  }
  const given = { fishes: [...fishes.values()], cursor: since, now: pull.clock.now(), totals: last.totals }
  const deleted = await replaceCatalogue(pull.db, given)
  report(pull, { changed: [...fishes.keys()], deleted })
  // always: another database may count its versions from the start
  if (last.shop !== undefined) await fetchShop(pull)
  return true
}
