import { replaceEqualDeep } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import { type Fish, type FishDetail, type FishPage, FishType } from '../../contract/fishes.ts'
import type { Reply } from '../api/exchange.ts'
import { within } from '../lib/cancel.ts'
import type { ShopDatabase } from './database.ts'
import { getCatalogueState, getNewest, getProduct, getTop, removeProduct, saveProduct } from './products.ts'
import type { ShopPull } from './saved-shop.ts'
import { useDeps } from './use-deps.tsx'
import type { SavedAnswers } from './views.ts'

export type CatalogueSource = Pick<ShopPull, 'db' | 'api'>

/** How long a screen waits for the database before it asks the server, ms. */
const databaseTimeout = 1500
/** How long it waits for the database where the server does not answer either, ms. An older tab may block it for good. */
const slowDatabaseTimeout = 60_000
/** How long a product that is saved waits for a newer copy, ms. */
const refreshTimeout = 3000

/** Whether a list is more than the products of a type, newest first. */
const isFiltered = ({ type: _, page: _page, per_page: _rows, facets: _counts, ...filter }: CatalogueQuery) =>
  Object.values(filter).some((value) => value?.trim())

/** What `GET /api/fish/` would answer, from the saved catalogue; undefined while that is not complete. */
export async function getList(db: ShopDatabase, query: CatalogueQuery): Promise<FishPage | undefined> {
  if (!(await getCatalogueState(db))?.complete) return undefined
  if (!isFiltered(query)) return getNewest(db, query)
  // the first screen does without
  const { getSearchIndex } = await import('./product-search.ts')
  return (await getSearchIndex(db))?.list(query)
}

async function getTopList(db: ShopDatabase): Promise<Fish[] | undefined> {
  return (await getCatalogueState(db))?.complete ? getTop(db) : undefined
}

/**
 * One page of a list: from the saved catalogue, and from the server until the first fill is complete. Throws `ConnectionError`
 * when no answer came and nothing is saved.
 */
export function readList(source: CatalogueSource, query: CatalogueQuery, signal?: AbortSignal) {
  return savedElse(getList(source.db, query), () => fetchList(source, query, signal))
}

/** The best rated products, in the same way. */
export function readTop(source: CatalogueSource, signal?: AbortSignal): Promise<Reply<Fish[]>> {
  return savedElse(getTopList(source.db), () => source.api.call('topFishes', { signal }))
}

export interface ReadProduct {
  product: FishDetail
  /**
   * Fetches a newer copy at the first call, where reviews are missing or the saved catalogue is not complete; undefined when
   * none is needed or none came. Absent when `product` has just come from the server.
   */
  refresh?: () => Promise<Reply<FishDetail> | undefined>
}

/** A product: at once as it is `listed` on the screen before or saved, else from the server. Throws as `readList`. */
export function readProduct(
  source: CatalogueSource,
  id: string,
  { signal, listed }: { signal?: AbortSignal; listed?: Fish | undefined } = {},
): Promise<Reply<ReadProduct>> {
  let refreshed: ReturnType<typeof fetchNewer> | undefined
  const refresh = () => {
    refreshed ??= fetchNewer(source, id, signal).catch(() => undefined)
    return refreshed
  }
  const saved: Promise<{ product: FishDetail } | undefined> =
    listed?._id === id ? Promise.resolve({ product: { ...listed, reviews: [] } }) : getProduct(source.db, id)
  return savedElse<ReadProduct>(
    saved.then((found) => found && { product: found.product, refresh }),
    async () => {
      const reply = await fetchProduct(source, id, signal)
      return reply.ok ? { ...reply, body: { product: reply.body } } : reply
    },
  )
}

async function fetchNewer(
  source: CatalogueSource,
  id: string,
  signal?: AbortSignal,
): Promise<Reply<FishDetail> | undefined> {
  const [saved, state] = (await savedOnly(Promise.all([getProduct(source.db, id), getCatalogueState(source.db)]))) ?? []
  if (saved?.isCurrent && state?.complete) return undefined
  signal?.throwIfAborted()
  return within(refreshTimeout, fetchProduct(source, id, signal))
}

/** Fetches a product with its reviews and saves it; removes one that no longer exists on the server. */
export async function fetchProduct(
  source: CatalogueSource,
  id: string,
  signal?: AbortSignal,
): Promise<Reply<FishDetail>> {
  const reply = await source.api.call('getFish', { params: { id }, signal })
  if (reply.ok) await savedOnly(saveProduct(source.db, reply.body))
  else if (reply.refusal.status === 404) await savedOnly(removeProduct(source.db, id))
  return reply
}

async function fetchList(
  source: CatalogueSource,
  query: CatalogueQuery,
  signal?: AbortSignal,
): Promise<Reply<FishPage>> {
  const { type, ...filter } = query
  const known = FishType.options.find((each) => each === type)
  if (type === undefined || (known && isFiltered(query)))
    return source.api.call('listFish', { query: { ...filter, ...(known && { type: known }) }, signal })
  const paging = { page: query.page, per_page: query.per_page }
  const reply = await source.api.call('fishesByType', { params: { type }, query: paging, signal })
  if (!reply.ok) return reply
  const { message, fish: fishes, page = paging.page, pages = 1, total = 0 } = reply.body
  if (message !== 'success') return { ok: false, refusal: { status: 200, detail: message, errors: [] } }
  return { ...reply, body: { fishes, page, pages, total } }
}

/** A page of products for a screen that always asks the server too. */
export function savedProducts(query: CatalogueQuery): SavedAnswers<Fish[]> {
  return {
    async get(db) {
      const [list, state] = await Promise.all([getList(db, query), getCatalogueState(db)])
      return list && { body: list.fishes, total: list.total, at: state?.at ?? 0 }
    },
    // the feed brings what is saved
    save: () => Promise.resolve(),
  }
}

/** The result from the database; undefined when it fails or is slow, and the server has to answer. */
function savedOnly<T>(work: Promise<T>): Promise<T | undefined> {
  return within(databaseTimeout, work).catch(() => undefined)
}

/** What is saved, else the server's answer. Without an answer the database has more time. */
async function savedElse<T>(saved: Promise<T | undefined>, ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const found = await savedOnly(saved)
  if (found) return savedReply(found)
  try {
    return await ask()
  } catch (error) {
    const late = await within(slowDatabaseTimeout, saved).catch(() => undefined)
    if (!late) throw error
    return savedReply(late)
  }
}

const savedReply = <T>(body: T): Reply<T> => ({ ok: true, status: 200, body, isShops: true })

/* Live queries of the saved catalogue. `first`, which the route has read, is shown until they have answered. */

export const noFishes: FishPage = { fishes: [], page: 1, pages: 1, total: 0 }

export function useList(query: CatalogueQuery, first = noFishes): FishPage {
  const { db } = useDeps()
  return useSaved(JSON.stringify(query), () => getList(db, query), first)
}

export function useTop(first: Fish[]): Fish[] {
  const { db } = useDeps()
  return useSaved('top', () => getTopList(db), first)
}

function useSaved<T>(key: string, get: () => Promise<T | undefined>, first: T): T {
  const live = useLiveQuery(async () => ({ key, saved: await get().catch(() => undefined) }), [key])
  // the answer for the key before stays until the next one
  return useShared(first, live?.key === key ? live.saved : undefined)
}

/** A product; undefined when it has left the shop. The database is asked once the screen `isPainted`, which it would delay by a tenth. */
export function useProduct(
  id: string,
  { product: first, refresh }: ReadProduct,
  isPainted: boolean,
): FishDetail | undefined {
  const { db } = useDeps()
  const live = useLiveQuery(async () => {
    if (!isPainted) return undefined
    const read = Promise.all([getProduct(db, id), getCatalogueState(db)])
    const [saved, state] = await read.catch(() => [])
    return { id, product: saved?.product, isComplete: state?.complete === true }
  }, [db, id, isPainted])
  const found = live?.id === id ? live : undefined
  const product = useShared(first, found?.product)
  // the server's answer may be newer than the saved catalogue
  const isFetched = refresh === undefined
  return found?.isComplete && !found.product && !isFetched ? undefined : product
}

/** `live` once it is there; what is equal in both stays the object of `first`. */
function useShared<T>(first: T, live: T | undefined): T {
  return useMemo(() => (live === undefined ? first : replaceEqualDeep(first, live)), [first, live])
}
