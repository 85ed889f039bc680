import { type Changes, isFresh, pullCatalogue, pullInterval } from '../src/data/catalogue/pull.ts'
import { networkTimeout, savedOnly } from '../src/data/catalogue/read-products.ts'
import { getCatalogueState } from '../src/data/catalogue/store-products.ts'
import { within } from '../src/lib/cancel.ts'
import { catalogueCall, savedAnswer, seenAnswer } from './catalogue-answers.ts'
import { api, clock, db, noteConnection } from './deps.ts'
import { untilLeft } from './leave.ts'
import { isShops, wantsNewAnswer } from './rules.ts'
import { addPictures } from './saved-pictures.ts'

/** The minimum time between two tries behind reads, ms. */
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
    event.waitUntil(untilLeft(refreshCatalogue({ gap: changedLately() ? 0 : pullInterval })).catch(() => undefined))
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

/**
 * Brings the saved catalogue up to date, unless the last pull is younger than `gap`, ms; one pull at a time. Screens follow by
 * live query.
 */
export function refreshCatalogue({ gap = 0 } = {}): Promise<void> {
  pulling ??= pullWhenDue(gap).finally(() => {
    pulling = undefined
  })
  return pulling
}

let next: Promise<void> | undefined

/** Brings it up to date after a hint of the shop: a pull that is running may have missed that change. */
export function refreshChangedCatalogue(): Promise<void> {
  if (!pulling) return refreshCatalogue()
  next ??= pulling
    .catch(() => undefined)
    .then(() => {
      next = undefined
      return refreshCatalogue()
    })
  return next
}

let look: Promise<void> | undefined

/**
 * Brings it up to date for somebody who looks at the shop again. A pull within the last `gap` ms may have missed what changed
 * since, so this one begins when that time is over; looks until then share it.
 */
export function refreshForLook(gap: number): Promise<void> {
  const age = clock.now() - triedAt
  const wait = age >= 0 && age < gap ? gap - age : 0
  look ??= (wait ? new Promise((resolve) => setTimeout(resolve, wait)) : Promise.resolve()).then(() => {
    look = undefined
    return refreshChangedCatalogue()
  })
  return look
}

async function pullWhenDue(gap: number): Promise<void> {
  const now = clock.now()
  if (Math.abs(now - triedAt) < Math.min(gap, pullPause) || isFresh(await getCatalogueState(db), { now, gap })) return
  triedAt = now
  const changed: string[] = []
  const onSaved = (changes: Changes) => void changed.push(...changes.changed)
  try {
    await noteConnection(() => pullCatalogue({ db, api, clock, onSaved }))
  } finally {
    // also after an interrupted pull: the next one does not bring these changes again
    await addPictures(changed)
  }
}
