import type { Fish, FishChanges } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Api } from '../api/client.ts'
import type { ShopDatabase } from '../db/database.ts'
import { type CatalogueState, getCatalogueState, getFishes, putFishStep, replaceFishes } from '../db/fishes.ts'
import type { Clock } from '../lib/clock.ts'

/** The feed is asked at most this often unless somebody insists, ms. */
export const pullInterval = 60_000
/** A step that has not come after this time is given up, ms; the next pull goes on from the same cursor. */
const timeout = 30_000

export interface Pull {
  db: ShopDatabase
  api: Pick<Api, 'call'>
  clock: Clock
  /** ask even when the last pull was less than a minute ago */
  force?: boolean
  signal?: AbortSignal
}

/** What a pull brought, as product ids. `first` marks the first fill, of which no page needs to hear. */
export interface PullResult {
  changed: string[]
  deleted: string[]
  first: boolean
}

/** True while the last pull is younger than a minute; a clock that was turned back counts as old. */
export function isFresh(state: CatalogueState | undefined, now: number): boolean {
  return state !== undefined && state.at <= now && now - state.at < pullInterval
}

/**
 * Brings the saved catalogue up to date from `GET /api/fishes/changes/`. Undefined when it was not due, when the server
 * refused for now (429, 503), or when another pull was quicker. Throws `ConnectionError` when nobody answered; what
 * came until then is kept together with its cursor, and the next pull goes on from there.
 */
export async function pullCatalogue(pull: Pull): Promise<PullResult | undefined> {
  const state = await getCatalogueState(pull.db)
  if (!pull.force && isFresh(state, pull.clock.now())) return undefined
  const result = { changed: new Set<string>(), deleted: new Set<string>() }
  for (let since = state?.cursor; ; ) {
    const step = await fetchStep(pull, since)
    if (step === 'unknown-cursor') return refill(pull)
    if (step === undefined || !(await putFishStep(pull.db, { since, step, now: pull.clock.now() }))) return undefined
    for (const { _id } of step.changed) note(_id, result.changed, result.deleted)
    for (const id of step.deleted) note(id, result.deleted, result.changed)
    // a feed that does not move on is taken as finished: it must not be asked for ever
    if (!step.more || step.next === since) break
    since = step.next
  }
  return { changed: [...result.changed], deleted: [...result.deleted], first: !state?.complete && !state?.tooMany }
}

function note(id: string, into: Set<string>, outOf: Set<string>): void {
  into.add(id)
  outOf.delete(id)
}

async function fetchStep(pull: Pull, since: string | undefined): Promise<FishChanges | 'unknown-cursor' | undefined> {
  const query = since === undefined ? { limit: limits.changesPerCall } : { since, limit: limits.changesPerCall }
  const reply = await pull.api.call('fishChanges', { query, timeout, ...(pull.signal && { signal: pull.signal }) })
  if (reply.ok) return reply.body.reset ? 'unknown-cursor' : reply.body
  // the server's database was replaced or the feed was cut: our cursor means nothing to it any more
  const forgotten = [400, 404, 409, 410, 422].includes(reply.refusal.status)
  return forgotten && since !== undefined ? 'unknown-cursor' : undefined
}

/** Fetches everything anew and replaces the saved copy at once, so that it stays usable until the last byte is there. */
async function refill(pull: Pull): Promise<PullResult | undefined> {
  const before = await getFishes(pull.db)
  const fishes = new Map<string, Fish>()
  let since: string | undefined
  for (;;) {
    const step = await fetchStep(pull, since)
    if (step === undefined || step === 'unknown-cursor') return undefined
    for (const fish of step.changed) fishes.set(fish._id, fish)
    for (const id of step.deleted) fishes.delete(id)
    const done = !step.more || step.next === since
    since = step.next
    if (done) break
  }
  await replaceFishes(pull.db, { fishes: [...fishes.values()], cursor: since, now: pull.clock.now() })
  const gone = before.map(({ _id }) => _id).filter((id) => !fishes.has(id))
  return { changed: [...fishes.keys()], deleted: gone, first: false }
}
