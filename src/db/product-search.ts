import { replaceEqualDeep } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { type CatalogueQuery, compareFishes, hasStock, pageOf, searchTerms } from '../../contract/catalogue-query.ts'
import { createFishSearch } from '../../contract/fish-search.ts'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import type { ShopDatabase } from './database.ts'
import { getCatalogueState, getFishes } from './products.ts'
import { useDeps } from './use-deps.tsx'

/** The saved catalogue at one moment, searchable fast enough for every keystroke. */
interface SearchIndex {
  /** the feed's cursor; with another one the index is stale */
  cursor: string
  /** the page that `GET /api/fish/` would answer with */
  list(query: CatalogueQuery): FishPage
}

/** Products indexed in one task, so that the page can handle input. */
const sliceLength = 100

const indexes = new WeakMap<ShopDatabase, SearchIndex>()

/** The index finds what the server's search finds. It is built anew after each change of the catalogue; undefined while that is incomplete. */
export async function getSearchIndex(db: ShopDatabase): Promise<SearchIndex | undefined> {
  const [state, fishes] = await db.transaction('r', db.fishes, db.keyValue, async () => {
    const state = await getCatalogueState(db)
    const isBuilt = state?.cursor === indexes.get(db)?.cursor
    return [state, state?.complete && !isBuilt ? await getFishes(db) : undefined] as const
  })
  if (!state?.complete) return undefined
  if (fishes) indexes.set(db, await buildIndex(fishes, state.cursor))
  return indexes.get(db)
}

async function buildIndex(fishes: readonly Fish[], cursor: string): Promise<SearchIndex> {
  const search = createFishSearch<Fish>()
  for (let at = 0; at < fishes.length; at += sliceLength) {
    if (at > 0) await nextTask()
    for (const fish of fishes.slice(at, at + sliceLength)) search.add(fish, fish)
  }
  await nextTask()
  // read in the order of their ids
  const newest = fishes.toReversed()
  return {
    cursor,
    list: ({ keyword = '', type, stock, sort, page, per_page }) => {
      const { found, nearest } =
        searchTerms(keyword).length > 0
          ? search.search({ keyword, ...(type !== undefined && { type }) })
          : { found: newest.filter((fish) => type === undefined || fish.type === type), nearest: [] }
      const stocked = stock ? found.filter((fish) => hasStock(fish, stock)) : found
      const chosen = sort ? stocked.toSorted((a, b) => compareFishes(a, b, sort)) : stocked
      const { rows: fishes, ...paging } = pageOf(chosen, page, per_page)
      return { fishes, ...paging, ...(nearest.length > 0 && !stock && { nearest }) }
    },
  }
}

/** One page of a search, within the keystroke. `first` is the page of the address; without `isSaved` only the server can answer. */
export function useSearch({ keyword = '', page, per_page }: CatalogueQuery, first: FishPage) {
  const { db } = useDeps()
  const index = useLiveQuery(() => getSearchIndex(db).catch(() => undefined), [db])
  const found = useMemo(() => index?.list({ keyword, page, per_page }), [index, keyword, page, per_page])
  const list = useMemo(() => (found ? replaceEqualDeep(first, found) : first), [first, found])
  return { list, isSaved: found !== undefined }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
