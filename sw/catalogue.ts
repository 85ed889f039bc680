import { Route } from 'workbox-routing'
import { getCatalogueState, getFish } from '../src/db/fishes.ts'
import { readSavedCatalogue, type SavedCatalogue } from '../src/db/saved-catalogue.ts'
import { cacheNames } from '../src/lib/cache-names.ts'
import { isFresh, pullCatalogue } from '../src/sync/catalogue.ts'
import { createStore } from './cache-store.ts'
import { type ReadsEnv, readCatalogue } from './catalogue-reads.ts'
import { api, clock, db, heard } from './deps.ts'
import { dropOutdated, isKeepable } from './page-cache.ts'
import { tellPages } from './pages.ts'
import { catalogueCall } from './saved-answers.ts'
import { topUpPictures } from './saved-pictures.ts'

/** For how long after a change made on this device the network is asked before the saved copy, ms. */
const writeEcho = 60_000

const pages = createStore(cacheNames.pages, { maxEntries: 200, maxAgeSeconds: 30 * 86_400 })

let wroteAt = Number.NEGATIVE_INFINITY

/** Notes a write that passes by: product, picture or review. It goes to the server untouched. */
export function noteWrite(request: Pick<Request, 'method' | 'url'>): void {
  if (request.method !== 'GET' && new URL(request.url).pathname.startsWith('/api/fishes/')) noteOwnWrite()
}

/** The worker's own sending passes no fetch event. */
export function noteOwnWrite(): void {
  wroteAt = clock.now()
}

function wroteLately(): boolean {
  return Math.abs(clock.now() - wroteAt) < writeEcho
}

let opened: SavedCatalogue | undefined

/** How long an answer waits for a database that does not open, since a tab with an older version holds it, ms. */
const patience = 1500

let held = false

/** Where the feed stands; undefined while the database is held. Asked by every answer, so that only one waits for it. */
async function knownState() {
  if (held) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      held = !db.isOpen()
      const free = () => {
        held = false
      }
      // the opening that waits goes on by itself when the database is free
      if (held) void db.open().then(free, free)
      resolve(undefined)
    }, patience)
  })
  return Promise.race([getCatalogueState(db), late]).finally(() => clearTimeout(timer))
}

/** Where the feed stands, when the saved catalogue is complete. Without a database the network answers everything. */
async function completeState() {
  const state = await knownState().catch(() => undefined)
  return state?.complete ? state : undefined
}

/** The saved catalogue, opened once and again after every change of it. */
async function savedCatalogue(): Promise<SavedCatalogue | undefined> {
  const state = await completeState()
  if (!state) return undefined
  if (opened?.cursor !== state.cursor) opened = await readSavedCatalogue(db)
  return opened && { ...opened, at: state.at || opened.at }
}

async function savedFish(id: string) {
  const state = await completeState()
  const fish = state && (await getFish(db, id))
  return fish && { fish, at: state.at }
}

/** After a try that brought nothing the next one waits at least this long, ms. */
const pullPause = 10_000

let pulling: Promise<void> | undefined
let triedAt = Number.NEGATIVE_INFINITY

/** Brings the saved catalogue up to date, once at a time and when it is due, and tells the pages what changed. */
export function refreshCatalogue({ force = false } = {}): Promise<void> {
  pulling ??= pullAndTell(force || wroteLately()).finally(() => {
    pulling = undefined
  })
  return pulling
}

async function pullAndTell(force: boolean): Promise<void> {
  const now = clock.now()
  if (!force && (isFresh(await getCatalogueState(db), now) || Math.abs(now - triedAt) < pullPause)) return
  triedAt = now
  const result = await heard(() => pullCatalogue({ db, api, clock, force: true }))
  if (!result || result.changed.length + result.deleted.length === 0) return
  // after the first fill there is nothing to correct: what pages show came from the server a moment ago
  if (result.first) return
  const again = await dropOutdated(pages, result)
  for (const url of again) await fetchAgain(url)
  const { changed, deleted } = result
  await tellPages({ type: 'CATALOGUE_CHANGED', changed, deleted })
  await topUpPictures(changed)
}

/** Reviews of a product that was seen: fetched anew; without an answer the old ones stay beside the new product. */
async function fetchAgain(url: string): Promise<void> {
  const response = await fetch(url).catch(() => undefined)
  if (response && isKeepable(response)) await pages.put(url, response)
}

const env: ReadsEnv = {
  pages,
  clock,
  isComplete: async () => (await completeState()) !== undefined,
  saved: savedCatalogue,
  savedFish,
  wroteLately,
  refresh: refreshCatalogue,
  tellChanged: (changed) => tellPages({ type: 'CATALOGUE_CHANGED', changed, deleted: [] }),
  fetch: async (request) => {
    const response = await heard(() => fetch(request))
    if (!response) throw new TypeError('Failed to fetch')
    return response
  },
}

/** Catalogue reads of the contract; the changes feed itself always goes to the network. */
export function catalogueRoute(): Route[] {
  return [
    new Route(
      ({ url }) => catalogueCall(url) !== undefined,
      ({ request, url, event }) => {
        const call = catalogueCall(url)
        if (!call) return fetch(request)
        const { response, after } = readCatalogue(request, call, env)
        event.waitUntil(after)
        return response
      },
    ),
  ]
}
