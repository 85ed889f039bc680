import { type CatalogueQuery, sortKeys, stockFilters } from '../contract/catalogue-query.ts'
import type { FishPage } from '../contract/fishes.ts'
import { business, limits } from '../contract/limits.ts'
import { getList, getTopList, seenKey } from '../src/data/catalogue/read-products.ts'
import {
  countFishes,
  getCatalogueState,
  getProduct,
  getSeenList,
  savedCatalogueMax,
} from '../src/data/catalogue/store-products.ts'
import type { ShopDatabase } from '../src/data/schema.ts'
import { savedResponse } from './rules.ts'

/** A public catalogue read of the contract. */
type CatalogueCall =
  | { kind: 'list'; query: URLSearchParams }
  | { kind: 'type'; type: string; query: URLSearchParams }
  | { kind: 'top' }
  | { kind: 'count' }
  | { kind: 'product'; id: string }

/** The catalogue read of an address, with or without a final slash; undefined for every other address. */
export function catalogueCall(url: URL): CatalogueCall | undefined {
  const parts = /^\/api\/(fish|fishes)(?:\/(.*?))?\/?$/.exec(url.pathname)
  if (!parts) return undefined
  const [, noun, rest = ''] = parts
  if (noun === 'fish') {
    if (rest === '') return { kind: 'list', query: url.searchParams }
    return rest === 'count' ? { kind: 'count' } : undefined
  }
  if (rest === 'top') return { kind: 'top' }
  const type = /^type\/([^/]+)$/.exec(rest)?.[1]
  if (type !== undefined) return { kind: 'type', type: decodeURIComponent(type), query: url.searchParams }
  const id = /^[^/]+$/.exec(rest)?.[0]
  // these are paths of other calls, not products
  if (id === undefined || ['changes', 'create', 'upload', 'type', 'update', 'delete'].includes(id)) return undefined
  return { kind: 'product', id: decodeURIComponent(id) }
}

/**
 * The answer from the saved catalogue. Undefined while that is not complete, where the reviews of a product are missing, and
 * where only the server can answer (invalid query, unknown product).
 */
export async function savedAnswer(db: ShopDatabase, call: CatalogueCall): Promise<Response | undefined> {
  const state = await getCatalogueState(db)
  const body = state?.complete ? await bodyOf(db, call) : undefined
  return body === undefined ? undefined : savedResponse(body, state?.at)
}

async function bodyOf(db: ShopDatabase, call: CatalogueCall): Promise<unknown> {
  if (call.kind === 'product') {
    const saved = await getProduct(db, call.id)
    return saved?.isCurrent ? saved.product : undefined
  }
  if (call.kind === 'top') return getTopList(db)
  if (call.kind === 'count') return { count: await countFishes(db) }
  const query = listQuery(call)
  const list = query && (await getList(db, query))
  return list && bodyOfList(call, list)
}

/** The answer when the server gives none: a product with its saved reviews, a list from an earlier answer. */
export async function seenAnswer(db: ShopDatabase, call: CatalogueCall): Promise<Response | undefined> {
  if (call.kind === 'count') return undefined
  if (call.kind === 'product') {
    const [saved, state] = await Promise.all([getProduct(db, call.id), getCatalogueState(db)])
    return saved && savedResponse(saved.product, state?.at)
  }
  const query = call.kind === 'top' ? undefined : listQuery(call)
  const key = query ? seenKey(query) : 'top'
  const seen = await getSeenList(db, key)
  if (!seen) return undefined
  return savedResponse(call.kind === 'top' ? seen.body.fishes : bodyOfList(call, seen.body), seen.at)
}

function bodyOfList(call: CatalogueCall, list: FishPage): unknown {
  if (call.kind !== 'type') return list
  const { fishes: fish, ...paging } = list
  return { fish, message: 'success', ...(isPaged(call.query) && paging) }
}

const isPaged = (query: URLSearchParams) => query.has('page') || query.has('per_page')

/** Undefined for an invalid query, which the server answers with 400. */
function listQuery(call: Extract<CatalogueCall, { kind: 'list' | 'type' }>): CatalogueQuery | undefined {
  const { query } = call
  const page = readWhole(query.get('page'), 1)
  const per_page = readWhole(query.get('per_page'), business.listPerPage)
  if (!(page >= 1 && per_page >= 1 && per_page <= limits.perPageMax)) return undefined
  if (call.kind === 'type')
    return { type: call.type, ...(isPaged(query) ? { page, per_page } : { page: 1, per_page: savedCatalogueMax }) }
  const keyword = query.get('keyword') ?? ''
  const type = query.get('type') ?? undefined
  if (keyword.length > limits.keywordLength || (type !== undefined && !['fish', 'seafood'].includes(type)))
    return undefined
  const stock = readChoice(stockFilters, query.get('stock'))
  const sort = readChoice(sortKeys, query.get('sort'))
  if (stock === null || sort === null) return undefined
  return {
    keyword,
    page,
    per_page,
    ...(type !== undefined && { type }),
    ...(stock && { stock }),
    ...(sort && { sort }),
  }
}

/** Undefined if it is not in the query, null for an unknown value. */
function readChoice<T extends string>(choices: readonly T[], text: string | null): T | undefined | null {
  return text === null ? undefined : (choices.find((each) => each === text) ?? null)
}

function readWhole(text: string | null, otherwise: number): number {
  if (text === null) return otherwise
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
