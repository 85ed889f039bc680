import type { Fish } from '../contract/fishes.ts'
import { headers as names } from '../contract/headers.ts'
import type { SavedCatalogue } from '../src/db/saved-catalogue.ts'
import type { Clock } from '../src/lib/clock.ts'
import { isKeepable, isShops, pageKey, seenDetail } from './page-cache.ts'
import { type CatalogueCall, savedBody, savedDetail, savedResponse } from './saved-answers.ts'
import type { Store } from './store.ts'

/** What the reads stand on; injected, so that tests bring a network and a clock of their own. */
export interface ReadsEnv {
  pages: Store
  clock: Clock
  fetch: (request: Request) => Promise<Response>
  /** whether the saved catalogue is complete */
  isComplete: () => Promise<boolean>
  /** all of it, when it is complete */
  saved: () => Promise<SavedCatalogue | undefined>
  /** one product of it, and when the server was last asked, ms since 1970 */
  savedFish: (id: string) => Promise<{ fish: Fish; at: number } | undefined>
  /** asks the changes feed when that is due, and tells the pages */
  refresh: () => Promise<void>
  /** products whose answer turned out to be another one than the page was given */
  tellChanged: (ids: string[]) => Promise<void>
  /** whether this device changed the catalogue a moment ago */
  wroteLately: () => boolean
}

/** An answer, and what goes on behind it: the event must be kept alive until `after` has ended. */
export interface Read {
  response: Promise<Response>
  after: Promise<void>
}

/** How long a page waits for a product's reviews while the product itself is at hand, ms. */
const patience = 400
/** How long it waits for the network after a change of its own before the saved copy answers, ms. */
const patienceAfterWrite = 5000

/**
 * Answers a catalogue read:
 *   after a change made on this device   the network, so that people see what they did; the saved copy if nobody answers
 *   a list                               the saved catalogue; else a page seen before; else the network
 *   a product                            saved, with the reviews seen before; without those the network is given a moment
 * What was answered from the device is refreshed behind: by the changes feed, which costs one small request for the
 * whole catalogue and none within a minute, or page by page where there is no complete saved catalogue.
 */
export function readCatalogue(request: Request, call: CatalogueCall, env: ReadsEnv): Read {
  const behind: Promise<unknown>[] = []
  const response = answer({ request, call, env, behind })
  const after = response
    // the failed answer is the page's to see
    .catch(() => undefined)
    .then(() => Promise.allSettled(behind))
    .then(() => undefined)
  return { response, after }
}

interface Work {
  request: Request
  call: CatalogueCall
  env: ReadsEnv
  behind: Promise<unknown>[]
}

async function answer(work: Work): Promise<Response> {
  const { env, call } = work
  if (env.wroteLately()) {
    const network = fromNetwork(work)
    work.behind.push(network.then(() => env.refresh()))
    const fresh = await within(network, patienceAfterWrite)
    if (fresh && isShops(fresh)) return fresh
  }
  const known = call.kind === 'fish' ? await knownFish(work, call.id) : await knownList(work)
  if (known) {
    work.behind.push(env.refresh())
    return known
  }
  return (await env.isComplete()) ? fromNetwork(work) : staleWhileRevalidate(work)
}

async function knownList({ call, env }: Work): Promise<Response | undefined> {
  const saved = await env.saved()
  const body = saved && savedBody(call, saved)
  return body === undefined || !saved ? undefined : savedResponse(body, saved.at)
}

async function knownFish(work: Work, id: string): Promise<Response | undefined> {
  const saved = await work.env.savedFish(id)
  if (!saved) return undefined
  const { fish } = saved
  const seen = await seenDetail(work.env.pages, work.request.url)
  const made = savedResponse(savedDetail(fish, seen), saved.at)
  // whoever fetched the reviews anew after a change may have been cut off: those of other numbers are not the last ones
  const isLast = seen?.numReviews === fish.numReviews && seen.rating === fish.rating
  if (isLast || fish.numReviews === 0) return made
  const network = fromNetwork(work)
  // the reviews came too late for this answer: the page is told, asks again and finds them kept
  let late = false
  work.behind.push(
    network.then(
      async (fresh) => {
        const now = late && isKeepable(fresh) ? await seenDetail(work.env.pages, work.request.url) : undefined
        // a feed that is behind must not make the page ask for ever
        if (now && JSON.stringify(now) !== JSON.stringify(seen)) await work.env.tellChanged([id])
      },
      () => undefined,
    ),
  )
  const first = await within(network, patience)
  // whatever is no product is answered by the saved copy too: a portal, a server out of order, a product just gone
  if (first && isKeepable(first)) return first
  late = true
  return made
}

/** What came within `ms`; undefined for anything later and for no answer at all. */
function within(network: Promise<Response>, ms: number): Promise<Response | undefined> {
  const timer = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  return Promise.race([network.catch(() => undefined), timer])
}

async function fromNetwork({ request, call, env }: Work): Promise<Response> {
  const response = await env.fetch(request)
  // lists live in the saved catalogue; the reviews of a product are nowhere else
  if (isKeepable(response) && (call.kind === 'fish' || !(await env.isComplete()))) {
    await env.pages.put(pageKey(request.url), response.clone())
  }
  return response
}

async function staleWhileRevalidate(work: Work): Promise<Response> {
  const { request, env } = work
  const seen = await env.pages.get(pageKey(request.url))
  if (!seen) return fromNetwork(work)
  const before = await seen.clone().text()
  work.behind.push(
    fromNetwork(work).then(async (fresh) => {
      const text = isKeepable(fresh) ? await fresh.text() : before
      if (text !== before) await env.tellChanged(idsIn(text))
    }),
  )
  return aged(seen)
}

/** A kept answer, with its age said in the same header as on answers from the saved catalogue. */
function aged(seen: Response): Response {
  const headers = new Headers(seen.headers)
  headers.set(names.saved, headers.get('date') ?? 'unknown')
  return new Response(seen.body, { status: 200, headers })
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/"_id":"([^"]+)"/g)].flatMap(([, id]) => (id === undefined ? [] : [id]))
}
