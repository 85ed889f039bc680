import { pageAt, type SortKey, type StockFilter, searchTerms } from '../../contract/catalogue-query.ts'
import type { Fish, FishByType, FishChanges, FishDetail } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { filledFields, productFieldNames, type RequiredText, requiredTexts } from '../../contract/product-fields.ts'
import { getCatalogueState } from '../db/catalogue-state.ts'
import type { Db } from '../db/database.ts'
import type { FishRow } from '../db/row-types.ts'
import type { CallOf, Handler } from '../http/pipeline.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findShopSettings } from '../shop/shop-settings.ts'
import type { FishFilter, Found } from './fish-index.ts'
import * as fishes from './fishes-table.ts'
import { noProduct, readReviews } from './review-service.ts'

interface Cursor {
  epoch: string
  version: number
}

/** The version in a cursor of this database; 0 for any other text, so that the feed starts over. */
function readCursor(text: string | undefined, { epoch, version }: Cursor): number {
  const match = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(text ?? '', 'base64url').toString())
  const since = Number(match?.[1])
  // a version ahead of the database means that it was restored from a backup, so the client's copy may be wrong
  return match?.[2] === epoch && since <= version ? since : 0
}

const isStart = (cursor: string) => Buffer.from(cursor, 'base64url').toString().startsWith('0.')

/** Changes since a cursor, oldest first: at most `limit` products and deletions together. */
export async function fishChanges(
  { db }: ServiceDeps,
  { query: { since, limit = limits.changesPerCall } }: Pick<CallOf<'fishChanges'>, 'query'>,
): Promise<FishChanges> {
  const state = await getCatalogueState(db)
  const settings = await findShopSettings(db)
  const from = readCursor(since, state)
  const most = Math.min(limit, limits.productsPerStep)
  const changes = await fishes.listChanges(db, from, most + 1)
  const taken = changes.slice(0, most)
  const changed = taken.filter(({ deleted }) => !deleted).map(({ id }) => id)
  return {
    changed: (await fishes.findFishes(db, changed)).map(toFish),
    deleted: taken.filter(({ deleted }) => deleted).map(({ id }) => id),
    next: Buffer.from(`${taken.at(-1)?.seq ?? from}.${state.epoch}`).toString('base64url'),
    more: taken.length < changes.length,
    ...(settings && { shop: settings.version }),
    // a cursor of another database, or newer than a restored backup, was ignored
    ...(since !== undefined && from === 0 && !isStart(since) && { reset: true }),
  }
}

/** A product as in the contract, without empty optional fields. */
export function toFish(row: FishRow): Fish {
  const { id: _id, type, image, placeholder, count_in_stock: countInStock, num_reviews: numReviews } = row
  // the keys are those of the list
  const texts = Object.fromEntries(requiredTexts.map((name) => [name, row[name]])) as Record<RequiredText, string>
  return {
    ...{ _id, ...texts, ...filledFields(row, productFieldNames), type, image, ...(placeholder && { placeholder }) },
    ...{ size: row.size, weight: row.weight, countInStock, rating: row.rating, numReviews, updated_at: row.updated_at },
  }
}

interface PageQuery extends FishFilter {
  stock?: StockFilter | undefined
  sort?: SortKey | undefined
  page: number
  perPage: number
}

/** What a keyword finds, in the wanted order. */
async function search({ db, fishIndex }: ServiceDeps, { keyword, type, stock, sort }: PageQuery): Promise<Found> {
  const { found, nearest } = await fishIndex.search({ keyword, type })
  if (found.length === 0 || (!stock && !sort)) return { found, nearest: stock ? [] : nearest }
  const chosen = await fishes.listFishIds(db, { type, stock }, { sort })
  const [order, filter] = sort ? [chosen, found] : [found, chosen]
  const wanted = new Set(filter)
  return { found: order.filter((id) => wanted.has(id)), nearest: [] }
}

async function pageOf(deps: ServiceDeps, query: PageQuery) {
  const { db } = deps
  const { page, perPage, keyword = '', type, stock, sort } = query
  if (searchTerms(keyword).length === 0) {
    const total = await fishes.countFishes(db, { type, stock })
    const { offset, ...paging } = pageAt(total, page, perPage)
    const rows = await fishes.listFishes(db, { type, stock }, { sort, slice: { offset, limit: perPage } })
    return { rows: rows.map(toFish), ...paging, total, nearest: [] }
  }
  const { found, nearest } = await search(deps, query)
  const { offset, ...paging } = pageAt(found.length, page, perPage)
  const read = async (ids: string[]) => (await fishes.findFishes(db, ids)).map(toFish)
  const rows = await read(found.slice(offset, offset + perPage))
  return { rows, ...paging, total: found.length, nearest: await read(nearest) }
}

/** One page of the catalogue, see `pageAt`. */
export const listFish: Handler<'listFish'> = async (
  deps,
  { query: { page = 1, per_page: perPage = business.listPerPage, ...filter } },
) => {
  const { rows, nearest, ...paging } = await pageOf(deps, { page, perPage, ...filter })
  return { fishes: rows, ...paging, ...(nearest.length > 0 && { nearest }) }
}

/** Products of a type: a page, or without paging the newest thousand. Empty for an unknown type. */
export async function fishesByType(
  deps: ServiceDeps,
  { param: type, query: { page, per_page: perPage } }: CallOf<'fishesByType'>,
): Promise<FishByType> {
  const message = 'success'
  if (page === undefined && perPage === undefined) {
    const slice = { offset: 0, limit: limits.unpagedRows }
    return { fish: (await fishes.listFishes(deps.db, { type }, { slice })).map(toFish), message }
  }
  const query = { type, page: page ?? 1, perPage: perPage ?? business.listPerPage }
  const { rows, nearest: _, ...paging } = await pageOf(deps, query)
  return { fish: rows, message, ...paging }
}

/** The best products: by rating, then number of reviews, then newest first. */
export const topFishes: Handler<'topFishes'> = async ({ db }) =>
  (await fishes.listTopFishes(db, business.topLength)).map(toFish)

/** A product with its newest reviews. */
export const detailOf = async (db: Db, row: FishRow): Promise<FishDetail> => ({
  ...toFish(row),
  reviews: await readReviews(db, row.id),
})

/** A product with its newest reviews. Refuses with `not-found`. */
export const getFish: Handler<'getFish'> = async ({ db }, { param }) => {
  const row = await fishes.findFish(db, param)
  if (!row) throw noProduct
  return await detailOf(db, row)
}

export const countFish: Handler<'countFish'> = async ({ db }) => ({ count: await fishes.countFishes(db) })
