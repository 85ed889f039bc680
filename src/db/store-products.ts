import type { Fish, FishChanges, FishDetail, FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import type { SavedValues } from './rows.ts'
import type { ShopDatabase } from './schema.ts'
import { getValue, putValue } from './values.ts'
import type { SavedAnswer } from './views.ts'

/*
 * Where products are stored: each in one row of `fishes`, the reviews of opened ones in `reviews`. While the saved catalogue
 * is not complete, `lists` records which products each answer listed. Only this module writes these tables.
 */

export type CatalogueState = SavedValues['catalogue']

/** A product with its saved reviews. `isCurrent`: their number and rating still match the product's. */
interface SavedProduct {
  product: FishDetail
  isCurrent: boolean
}

/** Catalogues of up to this many products are saved whole; of larger ones only what was opened or listed. */
export const savedCatalogueMax = 5000
/** Lists saved while the catalogue is not complete; the oldest are removed. */
const seenListsMax = 200

/** The cursor of the changes feed and the time of the last pull; undefined before the first pull. */
export function getCatalogueState(db: ShopDatabase): Promise<CatalogueState | undefined> {
  return getValue(db, 'catalogue')
}

/** Every saved product, by id. */
export function getFishes(db: ShopDatabase): Promise<Fish[]> {
  return db.fishes.toArray()
}

/** How many products are saved. */
export function countFishes(db: ShopDatabase): Promise<number> {
  return db.fishes.count()
}

/** One saved product with its reviews; undefined where it is not saved. */
export function getProduct(db: ShopDatabase, id: string): Promise<SavedProduct | undefined> {
  return db.transaction('r', db.fishes, db.reviews, async () => {
    const [fish, saved] = await Promise.all([db.fishes.get(id), db.reviews.get(id)])
    if (!fish) return undefined
    const isCurrent = fish.numReviews === (saved?.numReviews ?? 0) && (!saved || saved.rating === fish.rating)
    return { product: { ...fish, reviews: saved?.reviews ?? [] }, isCurrent }
  })
}

/**
 * Saves a product from an answer of the server. In a complete catalogue a new product is left to the changes feed: it may
 * have been deleted since, and then nothing would ever remove it.
 */
export function saveProduct(db: ShopDatabase, { reviews, ...fish }: FishDetail): Promise<void> {
  return db.transaction('rw', db.fishes, db.reviews, db.values, async () => {
    const [saved, state] = await Promise.all([db.fishes.get(fish._id), getCatalogueState(db)])
    if (!saved && state?.complete) return
    if (!saved || saved.updated_at <= fish.updated_at) await db.fishes.put(fish)
    await db.reviews.put({ fishe: fish._id, reviews, numReviews: fish.numReviews, rating: fish.rating })
  })
}

/** Saves a stock that the server has accepted, unless the saved one is no longer `seen`: then a newer one has arrived. */
export function saveSentStock(
  db: ShopDatabase,
  { fishe, seen, countInStock }: { fishe: string; seen: number; countInStock: number },
): Promise<void> {
  return db.transaction('rw', db.fishes, async () => {
    const saved = await db.fishes.get(fishe)
    if (saved?.countInStock === seen) await db.fishes.update(fishe, { countInStock })
  })
}

/** Removes a product that no longer exists on the server. */
export function removeProduct(db: ShopDatabase, id: string): Promise<void> {
  return db.transaction('rw', db.fishes, db.reviews, () => deleteProducts(db, [id]))
}

async function deleteProducts(db: ShopDatabase, ids: readonly string[]): Promise<void> {
  await db.fishes.bulkDelete([...ids])
  await db.reviews.bulkDelete([...ids])
}

/** Saves which products an answer listed, while the saved catalogue is not complete. `now`: ms since 1970. */
export function saveSeenList(
  db: ShopDatabase,
  { key, list, now }: { key: string; list: FishPage; now: number },
): Promise<void> {
  return db.transaction('rw', db.fishes, db.lists, db.values, async () => {
    if ((await getCatalogueState(db))?.complete) return
    const { fishes, nearest: _, ...paging } = list
    await db.fishes.bulkPut(fishes)
    await db.lists.put({ key, ids: fishes.map(({ _id }) => _id), ...paging, at: now })
    const tooMany = (await db.lists.count()) - seenListsMax
    if (tooMany > 0) await db.lists.orderBy('at').limit(tooMany).delete()
  })
}

/** A list that was saved before; undefined when one of its products is no longer saved. */
export function getSeenList(db: ShopDatabase, key: string): Promise<SavedAnswer<FishPage> | undefined> {
  return db.transaction('r', db.fishes, db.lists, async () => {
    const seen = await db.lists.get(key)
    if (!seen) return undefined
    const found = await db.fishes.bulkGet(seen.ids)
    const fishes = found.filter((fish) => fish !== undefined)
    const { page, pages, total, at } = seen
    return fishes.length === seen.ids.length ? { body: { fishes, page, pages, total }, at } : undefined
  })
}

interface NewestQuery {
  type?: string
  page: number
  per_page: number
}

/** One page of products, newest first, of one type or of all. A page past the end is the last page. */
export function getNewest(db: ShopDatabase, { type, page, per_page }: NewestQuery): Promise<FishPage> {
  return db.transaction('r', db.fishes, async () => {
    // ids ascend with time, and rows of equal `type` are sorted by id
    const rows = type === undefined ? db.fishes.orderBy('_id') : db.fishes.where('type').equals(type)
    const total = await rows.count()
    const pages = Math.max(1, Math.ceil(total / per_page))
    const at = Math.min(page, pages)
    const fishes = await rows
      .reverse()
      .offset((at - 1) * per_page)
      .limit(per_page)
      .toArray()
    return { fishes, page: at, pages, total }
  })
}

/** The best rated products: then most reviewed, then newest. */
export function getTop(db: ShopDatabase): Promise<Fish[]> {
  return db.fishes.orderBy('[rating+numReviews+_id]').reverse().limit(business.topLength).toArray()
}

interface Step {
  /** the cursor of the request; undefined at the very first pull */
  since: string | undefined
  step: FishChanges
  /** milliseconds since 1970 */
  now: number
}

/**
 * Saves one page of the changes feed and its cursor in one transaction, so that the next pull continues from there. Returns
 * false and saves nothing when another pull has moved the cursor.
 */
export function saveFeedPage(db: ShopDatabase, { since, step, now }: Step): Promise<boolean> {
  return db.transaction('rw', db.fishes, db.reviews, db.lists, db.values, async () => {
    const state = await getCatalogueState(db)
    if (state?.cursor !== since) return false
    // a feed from the start does not name what was deleted before
    if (since === undefined) await db.fishes.clear()
    await deleteProducts(db, step.deleted)
    await db.fishes.bulkPut(state?.tooMany ? await onlySaved(db, step.changed) : step.changed)
    const tooMany = state?.tooMany || (await db.fishes.count()) > savedCatalogueMax
    if (tooMany && !state?.tooMany) await clearProducts(db)
    // the first pull completes the copy with its last page; a later one never makes it incomplete
    const complete = !tooMany && (state?.complete === true || !step.more)
    if (complete) await db.lists.clear()
    await putValue(db, 'catalogue', {
      cursor: step.next,
      at: step.more ? 0 : now,
      complete,
      ...(tooMany && { tooMany }),
    })
    return true
  })
}

async function onlySaved(db: ShopDatabase, changed: readonly Fish[]): Promise<Fish[]> {
  const saved = await db.fishes.bulkGet(changed.map(({ _id }) => _id))
  return changed.filter((_, at) => saved[at] !== undefined)
}

async function clearProducts(db: ShopDatabase): Promise<void> {
  await Promise.all([db.fishes.clear(), db.reviews.clear(), db.lists.clear()])
}

/** Replaces the whole saved catalogue after the cursor became invalid. Returns the ids that it removed. */
export function replaceCatalogue(
  db: ShopDatabase,
  { fishes, cursor, now }: { fishes: Fish[]; cursor: string; now: number },
): Promise<string[]> {
  return db.transaction('rw', db.fishes, db.reviews, db.lists, db.values, async () => {
    const tooMany = fishes.length > savedCatalogueMax
    const reviews = tooMany ? [] : await db.reviews.bulkGet(fishes.map(({ _id }) => _id))
    const before = await db.fishes.toCollection().primaryKeys()
    await clearProducts(db)
    if (!tooMany) await db.fishes.bulkPut(fishes)
    await db.reviews.bulkPut(reviews.filter((row) => row !== undefined))
    await putValue(db, 'catalogue', { cursor, at: now, complete: !tooMany, ...(tooMany && { tooMany }) })
    const ids = new Set(fishes.map(({ _id }) => _id))
    return before.filter((id) => !ids.has(id))
  })
}
