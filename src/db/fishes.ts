import type { Fish, FishChanges } from '../../contract/fishes.ts'
import type { ShopDatabase } from './database.ts'
import type { KeptValues } from './rows.ts'

export type CatalogueState = KeptValues['catalogue']

/** Catalogues up to this many products are saved whole; of larger ones only the pages that were seen. */
export const savedCatalogueMax = 5000

/** Where the changes feed stands; undefined before the first pull. */
export async function getCatalogueState(db: ShopDatabase): Promise<CatalogueState | undefined> {
  const row = await db.kept.get('catalogue')
  // written by this file only, always of this shape
  return row?.value as CatalogueState | undefined
}

export function getFishes(db: ShopDatabase): Promise<Fish[]> {
  return db.fishes.toArray()
}

export function getFish(db: ShopDatabase, id: string): Promise<Fish | undefined> {
  return db.fishes.get(id)
}

export function countFishes(db: ShopDatabase): Promise<number> {
  return db.fishes.count()
}

interface Step {
  /** the cursor that was asked with; undefined at the very first pull */
  since: string | undefined
  step: FishChanges
  /** milliseconds since 1970 */
  now: number
}

/**
 * Writes one step of the changes feed and its cursor together, so that an interrupted pull goes on where it stood.
 * Answers false, and writes nothing, when another pull has moved the cursor meanwhile.
 */
export function putFishStep(db: ShopDatabase, { since, step, now }: Step): Promise<boolean> {
  return db.transaction('rw', db.fishes, db.kept, async () => {
    const state = await getCatalogueState(db)
    if (state?.cursor !== since) return false
    let tooMany = state?.tooMany ?? false
    if (!tooMany) {
      await db.fishes.bulkDelete(step.deleted)
      await db.fishes.bulkPut(step.changed)
      tooMany = (await db.fishes.count()) > savedCatalogueMax
      if (tooMany) await db.fishes.clear()
    }
    // the very first fill is complete with its last step; a later pull never makes a complete copy incomplete
    const complete = !tooMany && (state?.complete === true || !step.more)
    await putCatalogueState(db, { cursor: step.next, at: step.more ? 0 : now, complete, ...(tooMany && { tooMany }) })
    return true
  })
}

/** Puts a whole new catalogue in the place of the saved one: after the server forgot our cursor. */
export function replaceFishes(
  db: ShopDatabase,
  { fishes, cursor, now }: { fishes: Fish[]; cursor: string; now: number },
): Promise<void> {
  return db.transaction('rw', db.fishes, db.kept, async () => {
    const tooMany = fishes.length > savedCatalogueMax
    await db.fishes.clear()
    if (!tooMany) await db.fishes.bulkPut(fishes)
    await putCatalogueState(db, { cursor, at: now, complete: !tooMany, ...(tooMany && { tooMany }) })
  })
}

/** Forgets the saved catalogue; the next pull starts from nothing. */
export function removeFishes(db: ShopDatabase): Promise<void> {
  return db.transaction('rw', db.fishes, db.kept, async () => {
    await db.fishes.clear()
    await db.kept.delete('catalogue')
  })
}

async function putCatalogueState(db: ShopDatabase, value: CatalogueState): Promise<void> {
  await db.kept.put({ name: 'catalogue', value })
}
