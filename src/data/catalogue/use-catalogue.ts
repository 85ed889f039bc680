import { replaceEqualDeep } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { CatalogueQuery } from '../../../contract/catalogue-query.ts'
import type { FishDetail, FishPage } from '../../../contract/fishes.ts'
import { useDeps } from '../use-deps.tsx'
import { getList, type ReadProduct, seenKey } from './read.ts'
import { getCatalogueState, getProduct } from './store.ts'

/*
 * Live queries of the saved catalogue. Until they have answered, and where the catalogue is not saved as a whole, `first` is shown:
 * what the route has read.
 */

/** One page of products, newest first or of one type. */
export function useList(query: CatalogueQuery, first: FishPage): FishPage {
  const { db } = useDeps()
  const key = seenKey(query)
  const live = useLiveQuery(
    () =>
      getList(db, query).then(
        (list) => ({ key, list }),
        () => undefined,
      ),
    [db, key],
  )
  // a list of the query before is ignored
  return useShared(first, live?.key === key ? live.list : undefined)
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
  const live = useLiveQuery(
    () =>
      isPainted
        ? Promise.all([getProduct(db, id), getCatalogueState(db)]).then(
            ([saved, state]) => ({ id, product: saved?.product, isComplete: state?.complete === true }),
            () => undefined,
          )
        : Promise.resolve(undefined),
    [db, id, isPainted],
  )
  // what was found for the product before is ignored
  const found = live?.id === id ? live : undefined
  const product = useShared(first, found?.product)
  // the server's answer may be newer than the saved catalogue
  const isFetched = refresh === undefined
  return found?.isComplete && !found.product && !isFetched ? undefined : product
}

/** `live` once it is there; what is equal in both stays the object of `first`. */
export function useShared<T>(first: T, live: T | undefined): T {
  return useMemo(() => (live === undefined ? first : replaceEqualDeep(first, live)), [first, live])
}
