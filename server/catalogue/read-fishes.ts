import { pageAt, type SortKey, type StockFilter, searchTerms } from '../../contract/catalogue-query.ts'
import { type FacetChoice, facetNames } from '../../contract/facets.ts'
import type { Fish, FishByType, FishChanges, FishDetail } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { filledFields, productFieldNames, type RequiredText, requiredTexts } from '../../contract/product-fields.ts'
import { getCatalogueState } from '../db/catalogue-state.ts'
import type { Db } from '../db/database.ts'
import type { FishRow } from '../db/row-types.ts'
import type { CallOf, Handler } from '../http/pipeline.ts'
import { required } from '../http/refusal.ts'
import type { ServiceDeps, StoredPicture } from '../service-deps.ts'
import { findShopSettings } from '../shop/shop-settings.ts'
import type { FishFilter, Found } from './fish-index.ts'
import * as fishes from './fishes-table.ts'
import { noProduct, readReviews } from './review-service.ts'

/** The version in a cursor of this database; 0 for any other text, so that the feed starts over. */
function readCursor(text: string | undefined, { epoch, version }: { epoch: string; version: number }): number {
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
  const more = taken.length < changes.length
  const changed = taken.filter(({ deleted }) => !deleted).map(({ id }) => id)
  return {
    changed: (await fishes.findFishes(db, changed)).map(toFish),
    deleted: taken.filter(({ deleted }) => deleted).map(({ id }) => id),
    next: Buffer.from(`${taken.at(-1)?.seq ?? from}.${state.epoch}`).toString('base64url'),
    more,
    ...(!more && { totals: await fishes.sumFishes(db) }),
    ...(settings && { shop: settings.version }),
    // a cursor of another database, or newer than a restored backup, was ignored
    ...(since !== undefined && from === 0 && !isStart(since) && { reset: true }),
  }
}

/** The pictures of a product in their order. */
export function picturesOf({ image, placeholder, pictures }: Pick<FishRow, 'image' | 'placeholder' | 'pictures'>) {
  // only `pictureColumns` writes it
  if (pictures) return JSON.parse(pictures) as StoredPicture[]
  return image ? [{ image, placeholder }] : []
}

/** The certificates of a product in their order. */
export const certificatesOf = ({ certificate_files: json }: Pick<FishRow, 'certificate_files'>) =>
  // only `certificateColumn` writes it
  JSON.parse(json || '[]') as NonNullable<Fish['certificateFiles']>

export const certificateColumn = (all: NonNullable<Fish['certificateFiles']>) => ({
  certificate_files: all.length > 0 ? JSON.stringify(all) : '',
})

/** The columns for pictures in this order. */
export function pictureColumns(all: readonly StoredPicture[]): StoredPicture & { pictures: string } {
  const { image = '', placeholder = '' } = all[0] ?? {}
  return { image, placeholder, pictures: all.length > 1 ? JSON.stringify(all) : '' }
}

/** A product as in the contract, without empty optional fields. */
export function toFish(row: FishRow): Fish {
  const { id: _id, type, image, placeholder, count_in_stock: countInStock, num_reviews: numReviews } = row
  const images = picturesOf(row).map((picture) => picture.image)
  // the keys are those of the list
  const texts = Object.fromEntries(requiredTexts.map((name) => [name, row[name]])) as Record<RequiredText, string>
  return {
    ...{ _id, ...texts, ...filledFields(row, productFieldNames), type, image },
    ...{ ...(images.length > 1 && { images }), ...(placeholder && { placeholder }) },
    ...(row.certificate_files && { certificateFiles: certificatesOf(row) }),
    ...{ size: row.size, weight: row.weight, countInStock, rating: row.rating, numReviews },
    ...{ ...(row.featured === 1 && { featured: true }), updated_at: row.updated_at },
  }
}

interface PageQuery extends FishFilter, FacetChoice {
  stock?: StockFilter | undefined
  sort?: SortKey | undefined
  facets?: '1' | undefined
  page: number
  perPage: number
}

/** What a keyword finds, or without one all of a list, in the wanted order. */
async function search({ db, fishIndex }: ServiceDeps, { keyword = '', type, stock, sort }: PageQuery): Promise<Found> {
  if (searchTerms(keyword).length === 0)
    return { found: await fishes.listFishIds(db, { type, stock }, { sort }), nearest: [] }
  const { found, nearest } = await fishIndex.search({ keyword, type })
  if (found.length === 0 || (!stock && !sort)) return { found, nearest: stock ? [] : nearest }
  const chosen = await fishes.listFishIds(db, { type, stock }, { sort })
  const [order, filter] = sort ? [chosen, found] : [found, chosen]
  const wanted = new Set(filter)
  return { found: order.filter((id) => wanted.has(id)), nearest: [] }
}

async function pageOf(deps: ServiceDeps, query: PageQuery) {
  const { db, fishIndex } = deps
  const { page, perPage, keyword = '', type, stock, sort, facets: isCounted } = query
  const isFiltered = facetNames.some((name) => query[name])
  if (searchTerms(keyword).length === 0 && !isFiltered && !isCounted) {
    const total = await fishes.countFishes(db, { type, stock })
    const { offset, ...paging } = pageAt(total, page, perPage)
    const rows = await fishes.listFishes(db, { type, stock }, { sort, slice: { offset, limit: perPage } })
    const totals = !type && !stock && (await fishes.sumFishes(db))
    return { rows: rows.map(toFish), ...paging, total, nearest: [], ...(totals && { totals }) }
  }
  const { found, nearest } = await search(deps, query)
  const { chosen, facets } = await fishIndex.choose(found, query)
  const { offset, ...paging } = pageAt(chosen.length, page, perPage)
  const read = async (ids: string[]) => (await fishes.findFishes(db, ids)).map(toFish)
  const rows = await read(chosen.slice(offset, offset + perPage))
  const near = await read(isFiltered ? [] : nearest)
  return { rows, ...paging, total: chosen.length, nearest: near, ...(isCounted && { facets }) }
}

/** One page of the catalogue, see `pageAt`. */
export const listFish: Handler<'listFish'> = async (deps, { query }) => {
  const { page = 1, per_page: perPage = business.listPerPage, ...filter } = query
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
  return detailOf(db, required(await fishes.findFish(db, param), noProduct))
}

export const countFish: Handler<'countFish'> = async ({ db }) => ({ count: await fishes.countFishes(db) })
