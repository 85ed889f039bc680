import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import type { CatalogueTotals, Fish, FishChanges, FishDetail, FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { getValue, putValue, type ShopDatabase } from './database.ts'
import type { SavedValues } from './rows.ts'

/* Products, each in one row of `fishes`; the reviews of opened ones in `reviews`. Only this module writes these tables. */

export type CatalogueState = SavedValues['catalogue']

/** Products that one call of the database reads or writes, so that a large catalogue never blocks the page. */
const batch = 500

export const getCatalogueState = (db: ShopDatabase): Promise<CatalogueState | undefined> => getValue(db, 'catalogue')

export function getFishes(db: ShopDatabase): Promise<Fish[]> {
  return db.transaction('r', db.fishes, async () => {
    const fishes: Fish[] = []
    for (let next: Fish[] = []; ; fishes.push(...next)) {
      next = await db.fishes
        .where('_id')
        .above(fishes.at(-1)?._id ?? '')
        .limit(batch)
        .toArray()
      if (next.length === 0) return fishes
    }
  })
}

/** A saved product with its reviews. `isCurrent`: their number and rating still match the product's. */
export function getProduct(
  db: ShopDatabase,
  id: string,
): Promise<{ product: FishDetail; isCurrent: boolean } | undefined> {
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
  return db.transaction('rw', db.fishes, db.reviews, db.keyValue, async () => {
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

export function removeProduct(db: ShopDatabase, id: string): Promise<void> {
  return db.transaction('rw', db.fishes, db.reviews, () => deleteProducts(db, [id]))
}

async function deleteProducts(db: ShopDatabase, ids: readonly string[]): Promise<void> {
  await db.fishes.bulkDelete([...ids])
  await db.reviews.bulkDelete([...ids])
}

/** One page of products, newest first, of one type or of all. A page past the end is the last page. */
export function getNewest(db: ShopDatabase, { type, page, per_page }: CatalogueQuery): Promise<FishPage> {
  return db.transaction('r', db.fishes, db.keyValue, async () => {
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
    return { fishes, page: at, pages, total, totals: (await getCatalogueState(db))?.totals }
  })
}

/** The featured products, then the others: the best rated ones, then most reviewed, then newest. */
export async function getTop(db: ShopDatabase): Promise<Fish[]> {
  const best = await db.fishes.orderBy('[rating+numReviews+_id]').reverse().limit(business.topLength).toArray()
  const featured = await db.fishes.bulkGet((await getCatalogueState(db))?.featured ?? [])
  const first = featured.filter((fish) => fish !== undefined)
  first.sort((a, b) => b.rating - a.rating || b.numReviews - a.numReviews || (a._id < b._id ? 1 : -1))
  return [...new Map([...first, ...best].map((fish) => [fish._id, fish])).values()].slice(0, business.topLength)
}

/** Their ids: the database has no index of flags. */
const featuredOf = (fishes: readonly Fish[]) => fishes.flatMap(({ _id, featured }) => (featured ? [_id] : []))

/**
 * Saves a page of the feed of changes, which was asked for with the cursor `since` (none at the very first pull). Returns false and
 * saves nothing when another pull has moved the cursor.
 */
export function saveFeedPage(
  db: ShopDatabase,
  { since, changes, now }: { since: string | undefined; changes: FishChanges; now: number },
): Promise<boolean> {
  return db.transaction('rw', db.fishes, db.reviews, db.keyValue, async () => {
    const state = await getCatalogueState(db)
    if (state?.cursor !== since) return false
    // a feed from the start does not name what was deleted before
    if (since === undefined) await db.fishes.clear()
    await deleteProducts(db, changes.deleted)
    await db.fishes.bulkPut(changes.changed)
    // the first pull completes the copy with its last page; a later one never makes it incomplete
    const complete = state?.complete === true || !changes.more
    const isGone = new Set([...changes.deleted, ...changes.changed.map(({ _id }) => _id)])
    const before = since === undefined ? [] : (state?.featured ?? [])
    const featured = [...before.filter((id) => !isGone.has(id)), ...featuredOf(changes.changed)]
    const { next: cursor, totals = state?.totals } = changes
    await putValue(db, 'catalogue', { cursor, at: changes.more ? 0 : now, complete, featured, totals })
    return true
  })
}

/** Replaces the whole saved catalogue after the cursor became invalid. Returns the ids that it removed. */
export function replaceCatalogue(
  db: ShopDatabase,
  { fishes, cursor, now, totals }: { fishes: Fish[]; cursor: string; now: number; totals?: CatalogueTotals },
): Promise<string[]> {
  return db.transaction('rw', db.fishes, db.reviews, db.keyValue, async () => {
    const ids = new Set(fishes.map(({ _id }) => _id))
    const gone = (await db.fishes.toCollection().primaryKeys()).filter((id) => !ids.has(id))
    await deleteProducts(db, gone)
    for (let at = 0; at < fishes.length; at += batch) await db.fishes.bulkPut(fishes.slice(at, at + batch))
    await putValue(db, 'catalogue', { cursor, at: now, complete: true, featured: featuredOf(fishes), totals })
    return gone
  })
}
