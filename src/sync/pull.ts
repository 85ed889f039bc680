import type { Fish } from '../../contract/fishes.ts'
import { type CatalogueState, getCatalogueState, replaceCatalogue, saveFeedPage } from '../db/products.ts'
import { fetchShop, pullShop, type ShopPull } from '../db/pull-shop.ts'
import type { Clock } from '../lib/device-clock.ts'
import { fetchFeedPage } from './feed.ts'

/** How often an open page pulls, ms. */
export const pullInterval = 60_000
/**
 * How far apart the pulls of pages are, ms: several events that mean the same come together (focus, visible, online). It is
 * short, so that a page that is opened or looked at again, or whose minute is over, never keeps an older catalogue.
 */
export const pullGap = 2000

interface Pull extends ShopPull {
  clock: Clock
  /** nothing is pulled when the last pull is younger than this, ms */
  gap?: number
  /** called after each saved page of the feed, even if the pull is interrupted later */
  onSaved?: (changes: Changes) => void
}

/** Product ids. */
export interface Changes {
  changed: string[]
  deleted: string[]
}

/** Whether the last pull is younger than `gap`. One in the future counts as old: the clock was set back. */
export function isFresh(state: CatalogueState | undefined, { now, gap }: { now: number; gap: number }): boolean {
  return state !== undefined && state.at <= now && now - state.at < gap
}

/**
 * Brings the saved catalogue up to date from `GET /api/fishes/changes/`. False when it was not due, when the server refused
 * (429, 503), or when another pull was faster. Throws `ConnectionError` when no answer came; the pages before are saved with
 * their cursor, and the next pull continues from there.
 */
export async function pullCatalogue(pull: Pull): Promise<boolean> {
  const state = await getCatalogueState(pull.db)
  if (isFresh(state, { now: pull.clock.now(), gap: pull.gap ?? 0 })) return false
  for (let since = state?.cursor; ; ) {
    const page = await fetchPage(pull, since)
    if (page === 'unknown-cursor') return refill(pull)
    if (!page.ok) return false
    const step = page.body
    if (!(await saveFeedPage(pull.db, { since, step, now: pull.clock.now() }))) return false
    await pullShop(pull, step.shop)
    report(pull, { changed: step.changed.map(({ _id }) => _id), deleted: step.deleted })
    // a cursor that does not advance ends the pull, so that it cannot loop for ever
    if (!step.more || step.next === since) return true
    since = step.next
  }
}

function fetchPage({ api, signal }: Pull, since: string | undefined) {
  return fetchFeedPage(since, (input) => api.call('fishChanges', { ...input, signal }))
}

function report({ onSaved }: Pull, changes: Changes): void {
  if (changes.changed.length + changes.deleted.length > 0) onSaved?.(changes)
}

/** Fetches the whole catalogue and then replaces the saved copy, which stays usable until the last page has arrived. */
async function refill(pull: Pull): Promise<boolean> {
  const fishes = new Map<string, Fish>()
  let shop: number | undefined
  let since: string | undefined
  for (;;) {
    const page = await fetchPage(pull, since)
    if (page === 'unknown-cursor' || !page.ok) return false
    const step = page.body
    for (const fish of step.changed) fishes.set(fish._id, fish)
    for (const id of step.deleted) fishes.delete(id)
    shop = step.shop
    const isLast = !step.more || step.next === since
    since = step.next
    if (isLast) break
  }
  const given = { fishes: [...fishes.values()], cursor: since, now: pull.clock.now() }
  const deleted = await replaceCatalogue(pull.db, given)
  report(pull, { changed: [...fishes.keys()], deleted })
  // always: another database may count its versions from the start
  if (shop !== undefined) await fetchShop(pull)
  return true
}
