import { replaceEqualDeep } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import type { Fish, FishDetail, FishPage } from '../../contract/fishes.ts'
import { getList, getTopList, type ReadProduct } from './read-products.ts'
import { getCatalogueState, getProduct } from './store-products.ts'
import { useDeps } from './use-deps.tsx'

/*
 * Live queries of the saved catalogue. Until they have answered, and until the first fill is complete, `first` is shown: what the
 * route has read.
 */

/** One page of products, newest first or of one type. */
export function useList(query: CatalogueQuery, first: FishPage): FishPage {
  const { db } = useDeps()
  return useSaved(JSON.stringify(query), () => getList(db, query), first)
}

/** The best rated products. */
export function useTop(first: Fish[]): Fish[] {
  const { db } = useDeps()
  return useSaved('top', () => getTopList(db), first)
}

function useSaved<T>(key: string, get: () => Promise<T | undefined>, first: T): T {
  const live = useLiveQuery(async () => ({ key, saved: await get().catch(() => undefined) }), [key])
  // the answer for the key before stays until the next one
  return useShared(first, live?.key === key ? live.saved : undefined)
}

/**
 * A product with its saved reviews; undefined when it has left the shop. The database is asked once the screen `isPainted`,
 * which it would delay by a tenth.
 */
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
