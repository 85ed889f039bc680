import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import type { FishPage } from '../../contract/fishes.ts'
import { readList, seenKey } from './read-products.ts'
import { getSearchIndex } from './search.ts'
import { useSaved, useShared } from './use-catalogue.ts'
import { useDeps } from './use-deps.tsx'

/** One page of a search that is answered within the keystroke. `first` is the page of the address. */
export function useSearch({ keyword = '', page, per_page }: CatalogueQuery, first: FishPage): SearchPage {
  const deps = useDeps()
  const { db } = deps
  const index = useLiveQuery(() => getSearchIndex(db).catch(() => undefined), [db])
  const query = { keyword, page, per_page }
  const read = (signal: AbortSignal) => readList(deps, query, signal)
  // the index has what is saved
  const newer = useSaved(seenKey(query), { get: () => Promise.resolve(undefined), read })
  const found = useMemo(() => index?.list({ keyword, page, per_page }), [index, keyword, page, per_page])
  return { list: useShared(first, found ?? newer), isSaved: found !== undefined }
}

interface SearchPage {
  list: FishPage
  /** false where only the server can answer */
  isSaved: boolean
}
