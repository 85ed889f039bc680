import { type Changes, isFresh, pullCatalogue } from '../src/catalogue/pull.ts'
import { getCatalogueState } from '../src/catalogue/store.ts'
import { within } from '../src/lib/cancel.ts'
import { catalogueCall, savedAnswer, seenAnswer } from './catalogue-answers.ts'
import { api, clock, db, noteConnection } from './deps.ts'
import { isShops } from './rules.ts'
import { addPictures } from './saved-pictures.ts'

/** How long an answer waits for a database that an older tab blocks, and for the server, ms. */
const databaseTimeout = 1500
const networkTimeout = 3000
/** The time between two tries without success, ms. */
const pullPause = 10_000

/** For how long after a change made on this device the server is asked before the saved copy, ms. */
const changeEcho = 60_000

let changedAt = Number.NEGATIVE_INFINITY

/** Notes a change of products or reviews that passes by on its way to the server. */
export function noteChange({ method, url }: Request): void {
  if (method !== 'GET' && new URL(url).pathname.startsWith('/api/fishes/')) changedAt = clock.now()
}

const changedLately = () => Math.abs(clock.now() - changedAt) < changeEcho

/** Revalidates the saved catalogue with every catalogue read, also with those that go to the server. */
export function refreshBehind(event: FetchEvent): void {
  if (catalogueCall(new URL(event.request.url)))
    event.waitUntil(refreshCatalogue({ force: changedLately() }).catch(() => undefined))
}

/** A catalogue read of the contract; one that asks for revalidation goes to the server. */
export function isCatalogueRead({ url, request }: { url: URL; request: Request }): boolean {
  return request.cache !== 'no-cache' && request.cache !== 'reload' && catalogueCall(url) !== undefined
}

/**
 * Answers from the saved catalogue; else from the server; else as it was seen before. Right after a change of its own
 * this device asks the server first, so that people see what they did.
 */
export async function answerCatalogueRead(request: Request): Promise<Response> {
  const call = catalogueCall(new URL(request.url))
  if (!call) return fetch(request)
  const find = (work: Promise<Response | undefined>) => within(databaseTimeout, work).catch(() => undefined)
  const saved = await find(savedAnswer(db, call))
  if (saved && !changedLately()) return saved
  const network = fetch(request)
  const inTime = await within(networkTimeout, network).catch(() => undefined)
  if (inTime && isShops(inTime)) return inTime
  return saved ?? (await find(seenAnswer(db, call))) ?? network
}

let pulling: Promise<void> | undefined
let triedAt = Number.NEGATIVE_INFINITY

/** Brings the saved catalogue up to date, once at a time and when it is due; screens follow by live query. */
export function refreshCatalogue({ force = false } = {}): Promise<void> {
  pulling ??= pullWhenDue(force).finally(() => {
    pulling = undefined
  })
  return pulling
}

async function pullWhenDue(force: boolean): Promise<void> {
  const now = clock.now()
  if (!force && (isFresh(await getCatalogueState(db), now) || Math.abs(now - triedAt) < pullPause)) return
  triedAt = now
  const changed: string[] = []
  const onSaved = (changes: Changes) => void changed.push(...changes.changed)
  try {
    await noteConnection(() => pullCatalogue({ db, api, clock, force: true, onSaved }))
  } finally {
    // also those of an interrupted pull: the next one does not bring them again
    await addPictures(changed)
  }
}
