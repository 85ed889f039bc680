import { replaceEqualDeep } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import type { Fish, FishDetail, FishPage } from '../../contract/fishes.ts'
import type { Reply } from '../api/api-errors.ts'
import { fetchProduct, getList, getTopList, type ReadProduct, readList, readTop, seenKey } from './read-products.ts'
import { type CatalogueState, getCatalogueState, getProduct } from './store-products.ts'
import { useDeps } from './use-deps.tsx'
import { useFetched } from './use-fetched.ts'
import { useLive } from './use-live.ts'

/*
 * Live queries of the saved catalogue. Until they have answered, and where the catalogue is not saved as a whole, `first` is shown:
 * what the route has read.
 */

/** One page of products, newest first or of one type. */
export function useList(query: CatalogueQuery, first: FishPage): FishPage {
  const deps = useDeps()
  const read = (signal: AbortSignal) => readList(deps, query, signal)
  return useShared(first, useSaved(seenKey(query), { get: () => getList(deps.db, query), read }))
}

/** The best rated products. */
export function useTop(first: Fish[]): Fish[] {
  const deps = useDeps()
  const read = (signal: AbortSignal) => readTop(deps, signal)
  return useShared(first, useSaved('top', { get: () => getTopList(deps.db), read }))
}

interface Source<T> {
  get: () => Promise<T | undefined>
  /** what `get` has not comes from the server */
  read: (signal: AbortSignal) => Promise<Reply<T>>
}

/**
 * For live queries: the cursor of a catalogue that is too large to be saved, as soon as it is not the one of the first look under
 * the key.
 */
function useNewer(key: string): (state: CatalogueState | undefined) => string | undefined {
  const start = useRef<{ key: string; cursor: string | undefined }>(undefined)
  return (state) => {
    const cursor = state?.tooMany ? state.cursor : undefined
    if (start.current?.key !== key) start.current = { key, cursor }
    return cursor === start.current.cursor ? undefined : cursor
  }
}

/**
 * What the database has under a key; undefined where it has nothing. Of a catalogue that is too large to be saved, the server is
 * asked again after each change.
 */
export function useSaved<T>(key: string, { get, read }: Source<T>): T | undefined {
  const { db } = useDeps()
  const newer = useNewer(key)
  const live = useLive(key, async () => {
    const [saved, state] = await Promise.all([get(), getCatalogueState(db)])
    return { key, saved, newer: newer(state) }
  })
  // what was found for the key before is ignored
  const now = live?.key === key ? live : undefined
  const fetched = useFetched(now?.newer && `${key} ${now.newer}`, async (signal) => {
    const reply = await read(signal)
    return reply.ok ? { ...reply, body: { key, list: reply.body } } : reply
  })
  // after the screen has read it anew, `first` is newer than what was fetched for an earlier change
  return now?.saved ?? (now?.newer && fetched.body?.key === key ? fetched.body.list : undefined)
}

/**
 * A product with its saved reviews; undefined when it has left the shop. The database is asked once the screen `isPainted`,
 * which it would delay by a tenth. Where a change of a catalogue that is too large to be saved has removed it, the server is asked.
 */
export function useProduct(
  id: string,
  { product: first, refresh }: ReadProduct,
  isPainted: boolean,
): FishDetail | undefined {
  const deps = useDeps()
  const { db } = deps
  const newer = useNewer(id)
  const live = useLive(`${id} ${isPainted}`, async () => {
    if (!isPainted) return undefined
    const [saved, state] = await Promise.all([getProduct(db, id), getCatalogueState(db)])
    return { id, product: saved?.product, isComplete: state?.complete === true, newer: newer(state) }
  })
  // what was found for the product before is ignored
  const found = live?.id === id ? live : undefined
  const product = useShared(first, found?.product)
  const lost = found?.product ? undefined : found?.newer
  // what is still in the shop is saved again, and found
  const gone = useFetched(lost && `${id} ${lost}`, async (signal) => {
    const reply = await fetchProduct(deps, id, signal)
    if (reply.ok) return { ...reply, body: undefined }
    return reply.refusal.status === 404 ? { ok: true, status: 404, body: id, isShops: true } : reply
  })
  // the server's answer may be newer than the saved catalogue
  const isFetched = refresh === undefined
  const hasLeft = found?.isComplete ? !found.product && !isFetched : lost && gone.body === id
  return hasLeft ? undefined : product
}

/** `live` once it is there; what is equal in both stays the object of `first`. */
export function useShared<T>(first: T, live: T | undefined): T {
  return useMemo(() => (live === undefined ? first : replaceEqualDeep(first, live)), [first, live])
}
