import { getCatalogueState } from '../src/db/products.ts'
import { type Changes, isFresh, pullCatalogue } from '../src/sync/pull.ts'
import { api, clock, db, noteConnection } from './deps.ts'
import { addPictures } from './saved-pictures.ts'

/** The minimum time between two tries, ms. */
const pullPause = 10_000

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
