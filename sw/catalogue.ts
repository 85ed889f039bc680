import { type Changes, isFresh, pullCatalogue } from '../src/catalogue/pull.ts'
import { networkTimeout, savedOnly } from '../src/catalogue/read.ts'
import { getCatalogueState } from '../src/catalogue/store.ts'
import { within } from '../src/lib/cancel.ts'
import { catalogueCall, savedAnswer, seenAnswer } from './catalogue-answers.ts'
import { api, clock, db, noteConnection } from './deps.ts'
import { isShops, wantsNewAnswer } from './rules.ts'
import { addPictures } from './saved-pictures.ts'

/** The minimum time between two tries, ms. */
const pullPause = 10_000

/** How long after a change on this device the server is asked before the saved copy, ms. */
const serverFirstTime = 60_000

let changedAt = Number.NEGATIVE_INFINITY

/** Notes the time of a request that changes products or reviews. */
export function noteChange({ method, url }: Request): void {
  if (method !== 'GET' && new URL(url).pathname.startsWith('/api/fishes/')) changedAt = clock.now()
}

const changedLately = () => Math.abs(clock.now() - changedAt) < serverFirstTime

/** Revalidates the saved catalogue in the background of every catalogue read, including those that go to the server. */
export function refreshBehind(event: FetchEvent): void {
  if (catalogueCall(new URL(event.request.url)))
    event.waitUntil(refreshCatalogue({ force: changedLately() }).catch(() => undefined))
}

/** Whether the worker may answer a catalogue read itself: not one that asks for revalidation. */
export function isCatalogueRead({ url, request }: { url: URL; request: Request }): boolean {
  return !wantsNewAnswer(request) && catalogueCall(url) !== undefined
}

/**
 * Answers from the saved catalogue, else from the server, else from an earlier answer. Right after a change on this device the
 * server comes first, so that people see their change.
 */
export async function answerCatalogueRead(request: Request): Promise<Response> {
  const call = catalogueCall(new URL(request.url))
  if (!call) return fetch(request)
  const saved = await savedOnly(savedAnswer(db, call))
  if (saved && !changedLately()) return saved
  const network = fetch(request)
  const inTime = await within(networkTimeout, network).catch(() => undefined)
  if (inTime && isShops(inTime)) return inTime
  return saved ?? (await savedOnly(seenAnswer(db, call))) ?? network
}

let pulling: Promise<void> | undefined
let triedAt = Number.NEGATIVE_INFINITY

/** Brings the saved catalogue up to date when that is due; one pull at a time. Screens follow by live query. */
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
    // also after an interrupted pull: the next one does not bring these changes again
    await addPictures(changed)
  }
}
