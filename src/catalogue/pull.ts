import type { Fish, FishChanges } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Clock } from '../lib/clock.ts'
import { fetchShop, pullShop, type ShopPull } from './pull-shop.ts'
import { type CatalogueState, getCatalogueState, replaceCatalogue, saveFeedPage } from './store.ts'

/** The feed is asked at most this often without `force`, ms. */
export const pullInterval = 60_000
/** A page of the feed that has not come after this time is given up, ms; the next pull goes on from the same cursor. */
const timeout = 30_000

export interface Pull extends ShopPull {
  clock: Clock
  /** ask even when the last pull was less than a minute ago */
  force?: boolean
  /** called after each page of the feed that was saved, also of a pull that is interrupted later */
  onSaved?: (changes: Changes) => void
}

/** Product ids. */
export interface Changes {
  changed: string[]
  deleted: string[]
}

/** True while the last pull is younger than a minute. A pull in the future counts as old: the clock was turned back. */
export function isFresh(state: CatalogueState | undefined, now: number): boolean {
  return state !== undefined && state.at <= now && now - state.at < pullInterval
}

/**
 * Brings the saved catalogue up to date from `GET /api/fishes/changes/`. False when it was not due, when the server
 * refused for now (429, 503), or when another pull came first. Throws `ConnectionError` when no answer came; what
 * came until then is saved with its cursor, and the next pull goes on from there.
 */
export async function pullCatalogue(pull: Pull): Promise<boolean> {
  const state = await getCatalogueState(pull.db)
  if (!pull.force && isFresh(state, pull.clock.now())) return false
  for (let since = state?.cursor; ; ) {
    const step = await fetchPage(pull, since)
    if (step === 'unknown-cursor') return refill(pull)
    if (step === undefined || !(await saveFeedPage(pull.db, { since, step, now: pull.clock.now() }))) return false
    await pullShop(pull, step.shop)
    report(pull, { changed: step.changed.map(({ _id }) => _id), deleted: step.deleted })
    // a feed that does not move on is taken as finished: it must not be asked for ever
    if (!step.more || step.next === since) return true
    since = step.next
  }
}

function report({ onSaved }: Pull, changes: Changes): void {
  if (changes.changed.length + changes.deleted.length > 0) onSaved?.(changes)
}

async function fetchPage(pull: Pull, since: string | undefined): Promise<FishChanges | 'unknown-cursor' | undefined> {
  const query = since === undefined ? { limit: limits.changesPerCall } : { since, limit: limits.changesPerCall }
  const reply = await pull.api.call('fishChanges', { query, timeout, ...(pull.signal && { signal: pull.signal }) })
  if (reply.ok) return reply.body.reset ? 'unknown-cursor' : reply.body
  // the server's database was replaced or the feed was cut: the cursor is invalid
  const isInvalid = [400, 404, 409, 410, 422].includes(reply.refusal.status)
  return isInvalid && since !== undefined ? 'unknown-cursor' : undefined
}

/** Fetches everything anew and replaces the saved copy at once, so that it stays usable until the last byte is there. */
async function refill(pull: Pull): Promise<boolean> {
  const fishes = new Map<string, Fish>()
  let shop: number | undefined
  let since: string | undefined
  for (;;) {
    const step = await fetchPage(pull, since)
    if (step === undefined || step === 'unknown-cursor') return false
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
  // another database may count its versions anew
  if (shop !== undefined) await fetchShop(pull)
  return true
}
