import {
  type CatalogueQuery,
  compareText,
  pageOf,
  searchRank,
  searchTerms,
  searchText,
  sortName,
  topFishes,
} from '../../contract/catalogue-query.ts'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import type { ShopDatabase } from './database.ts'
import { getCatalogueState, getFishes } from './fishes.ts'

/** The saved catalogue as it was at one moment, ready to be searched within a keystroke. */
export interface SavedCatalogue {
  /** the feed's cursor: another one means that there is something newer */
  cursor: string
  /** when the server was last asked, milliseconds since 1970 */
  at: number
  count: number
  find(id: string): Fish | undefined
  /** every match in the order of the list */
  select(query: Pick<CatalogueQuery, 'keyword' | 'type'>): Fish[]
  /** the answer that `GET /api/fish/` would give */
  list(query: CatalogueQuery): FishPage
  /** the answer that `GET /api/fishes/top/` would give */
  top(): Fish[]
}

interface Entry {
  fish: Fish
  text: string
  name: string
}

/** Products whose texts are made ready in one go; between two goes the page may answer the person. */
const sliceLength = 250

/**
 * Reads the saved catalogue and normalises every search text once, in slices between which the page may answer the
 * person; undefined while it is not complete. Same results as `queryCatalogue` of the contract, which normalises at
 * every call.
 */
export async function openSavedCatalogue(db: ShopDatabase): Promise<SavedCatalogue | undefined> {
  const read = await readSaved(db)
  if (!read) return undefined
  const entries: Entry[] = []
  for (let at = 0; at < read.fishes.length; at += sliceLength) {
    if (at > 0) await nextTask()
    entries.push(...read.fishes.slice(at, at + sliceLength).map(entryOf))
  }
  await nextTask()
  const sorted = entries.sort(byName)
  return indexCatalogue(read, () => sorted)
}

/** The same for the worker, which is started for a single answer: texts are made ready by the first search only. */
export async function readSavedCatalogue(db: ShopDatabase): Promise<SavedCatalogue | undefined> {
  const read = await readSaved(db)
  if (!read) return undefined
  let sorted: Entry[] | undefined
  return indexCatalogue(read, () => {
    sorted ??= read.fishes.map(entryOf).sort(byName)
    return sorted
  })
}

interface Read extends Pick<SavedCatalogue, 'cursor' | 'at'> {
  fishes: Fish[]
}

async function readSaved(db: ShopDatabase): Promise<Read | undefined> {
  const [state, fishes] = await db.transaction('r', db.fishes, db.kept, () =>
    Promise.all([getCatalogueState(db), getFishes(db)]),
  )
  return state?.complete ? { fishes, cursor: state.cursor, at: state.at } : undefined
}

function entryOf(fish: Fish): Entry {
  return { fish, text: searchText(fish), name: sortName(fish) }
}

function byName(a: Entry, b: Entry): number {
  return compareText(a.name, b.name) || compareText(a.fish._id, b.fish._id)
}

/** `entries` in the order of their names. */
function indexCatalogue({ fishes, cursor, at }: Read, entries: () => readonly Entry[]): SavedCatalogue {
  const byId = new Map(fishes.map((fish) => [fish._id, fish]))
  // both orders are made once, so that a search is one walk that deals the products out by rank
  const newest = [...fishes].sort((a, b) => compareText(b._id, a._id))
  let last: Found = { terms: [], entries: [] }
  const select: SavedCatalogue['select'] = ({ keyword = '', type }) => {
    const ofType = (fish: Fish) => type === undefined || fish.type === type
    const terms = searchTerms(keyword)
    if (terms.length === 0) return newest.filter(ofType)
    const found: Entry[] = []
    const ranks: [Fish[], Fish[], Fish[], Fish[]] = [[], [], [], []]
    for (const entry of narrows(terms, last.terms) ? last.entries : entries()) {
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
    at,
    count: fishes.length,
    find: (id) => byId.get(id),
    select,
    list: (query) => {
      const { rows, ...paging } = pageOf(select(query), query.page, query.per_page)
      return { fishes: rows, ...paging }
    },
    top: () => topFishes(fishes),
  }
}

/** What the last search found, of all types. */
interface Found {
  terms: readonly string[]
  entries: readonly Entry[]
}

/** Whether all that `terms` can find was found with `before` already, as when a word is typed on. */
function narrows(terms: readonly string[], before: readonly string[]): boolean {
  return before.length > 0 && before.every((old) => terms.some((term) => term.includes(old)))
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
