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
 * Reads the saved catalogue and normalises every search text once. Undefined while it is not complete.
 * Same results as `queryCatalogue` of the contract, which normalises at every call.
 */
export async function openSavedCatalogue(
  db: ShopDatabase,
  pause: () => Promise<void> = nextTask,
): Promise<SavedCatalogue | undefined> {
  const [state, fishes] = await db.transaction('r', db.fishes, db.kept, () =>
    Promise.all([getCatalogueState(db), getFishes(db)]),
  )
  if (!state?.complete) return undefined
  const entries: Entry[] = []
  for (let at = 0; at < fishes.length; at += sliceLength) {
    if (at > 0) await pause()
    for (const fish of fishes.slice(at, at + sliceLength)) {
      entries.push({ fish, text: searchText(fish), name: sortName(fish) })
    }
  }
  return indexCatalogue(entries, { cursor: state.cursor, at: state.at })
}

function indexCatalogue(entries: readonly Entry[], stand: Pick<SavedCatalogue, 'cursor' | 'at'>): SavedCatalogue {
  const byId = new Map(entries.map(({ fish }) => [fish._id, fish]))
  // both orders are made once, so that a search is one walk that deals the products out by rank
  const newest = [...entries].sort((a, b) => compareText(b.fish._id, a.fish._id))
  const byName = [...entries].sort((a, b) => compareText(a.name, b.name) || compareText(a.fish._id, b.fish._id))
  const select: SavedCatalogue['select'] = ({ keyword = '', type }) => {
    const ofType = ({ fish }: Entry) => type === undefined || fish.type === type
    const terms = searchTerms(keyword)
    if (terms.length === 0) return newest.filter(ofType).map(({ fish }) => fish)
    const ranks: [Fish[], Fish[], Fish[], Fish[]] = [[], [], [], []]
    for (const entry of byName) {
      const rank = ofType(entry) ? searchRank(entry.text, terms) : undefined
      if (rank !== undefined) ranks[rank].push(entry.fish)
    }
    return ranks.flat()
  }
  return {
    ...stand,
    count: entries.length,
    find: (id) => byId.get(id),
    select,
    list: (query) => {
      const { rows, ...paging } = pageOf(select(query), query.page, query.per_page)
      return { fishes: rows, ...paging }
    },
    top: () => topFishes(entries.map(({ fish }) => fish)),
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
