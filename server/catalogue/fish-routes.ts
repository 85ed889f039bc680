import * as v from 'valibot'
import { listOrders, stockFilters } from '../../contract/catalogue-query.ts'
import {
  Fish,
  FishByType,
  FishChanges,
  FishCount,
  FishDetail,
  FishImportAnswer,
  FishImportInput,
  FishInput,
  FishPage,
  FishType,
  FishUpdate,
  Stock,
  StockInput,
} from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { nonEmptyLine, oneOf } from '../../contract/texts/text-schemas.ts'
import { tagsIn, versionIn } from '../platform/http/answer-cache.ts'
import { keywordQuery, pagingQuery } from '../platform/http/paging.ts'
import type { Route } from '../platform/http/route.ts'
import { done, refuseFields } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { listFishChanges } from './fish-changes.ts'
import * as fishes from './fishes.ts'
import { countFishes, type FishRead } from './fishes-table.ts'
import { checkImport, importFishes } from './import-fishes.ts'
import * as reads from './read-fishes.ts'
import { setStock } from './stock.ts'

const ListQuery = v.object({
  ...keywordQuery,
  ...pagingQuery,
  type: v.optional(FishType),
  stock: v.optional(oneOf(stockFilters)),
  sort: v.optional(oneOf(listOrders)),
})
const ChangesQuery = v.object({
  since: v.optional(v.pipe(v.string(), v.maxLength(200), v.description('the cursor `next` of the previous answer'))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.changesPerCall))),
})
const ImportQuery = v.object({ check: v.optional(v.literal('1')) })
const UploadInput = v.object({ fishe_id: nonEmptyLine(100) })

/** Makes a check whether If-Match names a product's `updated_at`, or the ETag of `getFish` since its last change. */
function isNamedBy(ifMatch: string | undefined) {
  if (ifMatch === undefined) return undefined
  return (now: FishRead) =>
    tagsIn(ifMatch).some((tag) => tag === '*' || tag === now.updated_at || versionIn(tag) >= now.seq)
}

function catalogueRoutes(route: Route, deps: ServiceDeps): void {
  route('listFish', {
    summary: 'A page of the catalogue: in a chosen order, else newest first, or best match first with a keyword',
    query: ListQuery,
    answer: FishPage,
    cached: true,
    handle: async ({ query: { page = 1, per_page: perPage = business.listPerPage, ...filter } }) =>
      done(await reads.listFishes(deps, { page, perPage, ...filter })),
  })
  route('countFish', {
    summary: 'The number of products',
    answer: FishCount,
    cached: true,
    handle: async () => done({ count: await countFishes(deps.db) }),
  })
  route('topFishes', {
    summary: 'The best rated products',
    answer: v.array(Fish),
    cached: true,
    handle: async () => done(await reads.listTopFishes(deps)),
  })
  route('fishesByType', {
    summary: 'Products of a type, the newest thousand or a page',
    query: v.object(pagingQuery),
    answer: FishByType,
    cached: true,
    handle: async ({ param: type, query: { page, per_page: perPage } }) =>
      done(await reads.listFishesByType(deps, { type, page, perPage })),
  })
  route('fishChanges', {
    summary: 'Changes of the catalogue since a cursor; without one, the whole catalogue',
    query: ChangesQuery,
    answer: FishChanges,
    cached: true,
    handle: async ({ query: { since, limit = limits.changesPerCall } }) =>
      done(await listFishChanges(deps, { since, limit })),
  })
  route('getFish', {
    summary: 'A product with its reviews',
    answer: FishDetail,
    cached: true,
    handle: ({ param }) => reads.findFish(deps, param),
  })
}

/** Products: the public catalogue and its administration. */
export function fishRoutes(route: Route, deps: ServiceDeps): void {
  catalogueRoutes(route, deps)
  route('createFish', {
    summary: 'Create a product, optionally with a picture',
    body: FishInput,
    accepts: ['multipart'],
    fileField: 'image',
    answer: FishDetail,
    status: 201,
    // forms send empty texts for fields that are left out
    prepare: (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')),
    handle: ({ body, upload, user }) => fishes.createFish(deps, body, { upload, actor: user }),
  })
  route('updateFish', {
    summary:
      'Replace the fields of a product; with If-Match (its ETag, or its updated_at in quotes) only if it is unchanged, else 409',
    body: FishUpdate,
    answer: FishDetail,
    handle: ({ param, body, user, ifMatch }) =>
      fishes.updateFish(deps, param, { input: body, isUnchanged: isNamedBy(ifMatch), actor: user }),
  })
  route('setStock', {
    summary: 'Set the stock of a product if it is still the number that was seen, else 409; once per Idempotency-Key',
    body: StockInput,
    answer: Stock,
    handle: ({ param, body, user, key, encode }) =>
      setStock(deps, { fishId: param, by: user, key, input: body, encode }),
  })
  route('importFishes', {
    summary: 'Create and change up to 500 products, all or none; with check=1 only report the result',
    query: ImportQuery,
    body: FishImportInput,
    large: true,
    answer: FishImportAnswer,
    handle: ({ query, body: { rows }, user, key, encode }) =>
      query.check ? checkImport(deps, rows) : importFishes(deps, { by: user, key, rows, encode }),
  })
  route('uploadPicture', {
    summary:
      'Set a product’s picture; answers the new image value, with updated_at as ETag; If-Match (its updated_at in quotes) as for updates',
    body: UploadInput,
    accepts: ['multipart'],
    fileField: 'image',
    answer: v.string(),
    handle: async ({ body, upload, user, ifMatch }) => {
      if (!upload) return refuseFields({ path: 'image', rule: 'pictureFile' })
      const set = await fishes.setPicture(deps, body.fishe_id, { upload, isUnchanged: isNamedBy(ifMatch), actor: user })
      return set.ok ? done(set.value.image, { headers: { etag: `"${set.value.updated_at}"` } }) : set
    },
  })
  route('deleteFish', {
    summary: 'Delete a product; orders have their own copies of names and pictures',
    handle: ({ param, user }) => fishes.deleteFish(deps, param, user),
  })
}
