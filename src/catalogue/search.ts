import {
  type CatalogueQuery,
  compareText,
  pageOf,
  searchRank,
  searchTerms,
  searchText,
  sortName,
} from '../../contract/catalogue-query.ts'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getCatalogueState, getFishes } from './store.ts'

/** The saved catalogue at one moment, searchable fast enough for every keystroke. */
export interface SearchIndex {
  /** the feed's cursor; with another one the index is stale */
  cursor: string
  /** the page that `GET /api/fish/` would answer with */
  list(query: CatalogueQuery): FishPage
}

interface Entry {
  fish: Fish
  text: string
  name: string
}

/** Products indexed in one task. Between two tasks the page can handle input. */
const sliceLength = 250

const indexes = new WeakMap<ShopDatabase, SearchIndex>()

/**
 * The index of the saved catalogue. It is built at the first call and again after each change of the catalogue. Undefined
 * while the catalogue is not complete. The server's search gives the same results.
 */
export async function getSearchIndex(db: ShopDatabase): Promise<SearchIndex | undefined> {
  const [state, fishes] = await db.transaction('r', db.fishes, db.values, async () => {
    const state = await getCatalogueState(db)
    const isBuilt = state?.cursor === indexes.get(db)?.cursor
    return [state, state?.complete && !isBuilt ? await getFishes(db) : undefined] as const
  })
  if (!state?.complete) return undefined
  if (fishes) indexes.set(db, await buildIndex(fishes, state.cursor))
  return indexes.get(db)
}

async function buildIndex(fishes: readonly Fish[], cursor: string): Promise<SearchIndex> {
  const entries: Entry[] = []
  for (let at = 0; at < fishes.length; at += sliceLength) {
    if (at > 0) await nextTask()
    entries.push(...fishes.slice(at, at + sliceLength).map(entryOf))
  }
  await nextTask()
  return indexOf(entries.sort(byName), cursor)
}

function entryOf(fish: Fish): Entry {
  return { fish, text: searchText(fish), name: sortName(fish) }
}

function byName(a: Entry, b: Entry): number {
  return compareText(a.name, b.name) || compareText(a.fish._id, b.fish._id)
}

/** The result of the last search, over all types. */
interface Found {
  terms: readonly string[]
  entries: readonly Entry[]
}

/** `entries` are sorted by name. */
function indexOf(entries: readonly Entry[], cursor: string): SearchIndex {
  // both orders are made once, so that a search only has to collect products by rank
  const newest = entries.map(({ fish }) => fish).sort((a, b) => compareText(b._id, a._id))
  let last: Found = { terms: [], entries: [] }
  function select({ keyword = '', type }: Pick<CatalogueQuery, 'keyword' | 'type'>): Fish[] {
    const ofType = (fish: Fish) => type === undefined || fish.type === type
    const terms = searchTerms(keyword)
    if (terms.length === 0) return newest.filter(ofType)
    const found: Entry[] = []
    const ranks: [Fish[], Fish[], Fish[], Fish[]] = [[], [], [], []]
    for (const entry of narrows(terms, last.terms) ? last.entries : entries) {
      const rank = searchRank(entry.text, terms)
      if (rank === undefined) continue
      found.push(entry)
      if (ofType(entry.fish)) ranks[rank].push(entry.fish)
    }
    last = { terms, entries: found }
    return ranks.flat()
  }
  return {
    cursor,
    list: (query) => {
      const { rows, ...paging } = pageOf(select(query), query.page, query.per_page)
      return { fishes: rows, ...paging }
    },
  }
}

/** Whether `terms` can only match what `before` matched, as when the person types on. */
function narrows(terms: readonly string[], before: readonly string[]): boolean {
  return before.length > 0 && before.every((old) => terms.some((term) => term.includes(old)))
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
