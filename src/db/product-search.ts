import { replaceEqualDeep } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { type CatalogueQuery, compareFishes, hasStock, pageOf, searchTerms } from '../../contract/catalogue-query.ts'
import { createFacets, type FacetValues } from '../../contract/choose-facets.ts'
import { facetNames } from '../../contract/facets.ts'
import { createFishSearch } from '../../contract/fish-search.ts'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import type { PastedLine } from '../lib/pasted-list.ts'
import type { ShopDatabase } from './database.ts'
import { getCatalogueState, getFishes } from './products.ts'
import { useDeps } from './use-deps.tsx'

/** The saved catalogue at one moment, searchable fast enough for every keystroke. */
export interface SearchIndex {
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
  const facets = createFacets()
  const values = new Map<Fish, FacetValues>()
  for (let at = 0; at < fishes.length; at += sliceLength) {
    if (at > 0) await nextTask()
    for (const fish of fishes.slice(at, at + sliceLength)) {
      search.add(fish, fish)
      values.set(fish, facets.valuesOf(fish))
    }
  }
  await nextTask()
  // read in the order of their ids
  const newest = fishes.toReversed()
  return {
    cursor,
    list: ({ keyword = '', type, stock, sort, page, per_page, facets: isCounted, ...choice }) => {
      const { found, nearest } =
        searchTerms(keyword).length > 0
          ? search.search({ keyword, ...(type !== undefined && { type }) })
          : { found: newest.filter((fish) => type === undefined || fish.type === type), nearest: [] }
      const stocked = stock ? found.filter((fish) => hasStock(fish, stock)) : found
      const isFiltered = facetNames.some((name) => choice[name])
      const made =
        isFiltered || isCounted ? facets.choose(stocked, (fish) => values.get(fish) ?? [], choice) : undefined
      const chosen = made?.chosen ?? stocked
      const sorted = sort ? chosen.toSorted((a, b) => compareFishes(a, b, sort)) : chosen
      const { rows: fishes, ...paging } = pageOf(sorted, page, per_page)
      const hasNearest = nearest.length > 0 && !stock && !isFiltered
      return { fishes, ...paging, ...(hasNearest && { nearest }), ...(isCounted && made && { facets: made.facets }) }
    },
  }
}

/** The products that the known words of a line find: all of them, else fewer from the end. A line with a quantity and no known word has the nearest ones. */
export function findNamed(index: SearchIndex, { words, qty }: Pick<PastedLine, 'words' | 'qty'>, most: number): Fish[] {
  const search = (keyword: string) => index.list({ keyword, page: 1, per_page: most })
  const known = words.split(' ').filter((word) => (word.length > 2 || /\d/.test(word)) && search(word).total > 0)
  for (let count = known.length; count > 0; count--) {
    const { fishes } = search(known.slice(0, count).join(' '))
    if (fishes.length > 0) return fishes
  }
  return (qty !== undefined && search(words).nearest?.slice(0, most)) || []
}

/** One page of a search, within the keystroke. `first` is the page of the address; without `isSaved` only the server can answer. */
export function useSearch(query: CatalogueQuery, first: FishPage) {
  const { db } = useDeps()
  const index = useLiveQuery(() => getSearchIndex(db).catch(() => undefined), [db])
  const key = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries of equal content are equal
  const found = useMemo(() => index?.list(query), [index, key])
  const list = useMemo(() => (found ? replaceEqualDeep(first, found) : first), [first, found])
  return { list, isSaved: found !== undefined }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
