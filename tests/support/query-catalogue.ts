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
import { business } from '../../contract/limits.ts'

// The catalogue's queries in their simplest form: server and saved catalogue must answer the same.

const newestFirst = (a: Fish, b: Fish) => compareText(b._id, a._id)

/** Products that match, in the order of the list: newest first without a keyword, best match first with one. */
export function selectFishes<F extends Fish>(
  fishes: readonly F[],
  query: Pick<CatalogueQuery, 'keyword' | 'type'>,
): F[] {
  const ofType = query.type === undefined ? fishes : fishes.filter((fish) => fish.type === query.type)
  const terms = searchTerms(query.keyword ?? '')
  if (terms.length === 0) return [...ofType].sort(newestFirst)
  return ofType
    .map((fish) => ({ fish, rank: searchRank(searchText(fish), terms), name: sortName(fish) }))
    .filter((row) => row.rank !== undefined)
    .sort((a, b) => (a.rank ?? 9) - (b.rank ?? 9) || compareText(a.name, b.name) || compareText(a.fish._id, b.fish._id))
    .map((row) => row.fish)
}

/** The answer of `GET /api/fish/` made from products at hand. */
export function queryCatalogue(fishes: readonly Fish[], query: CatalogueQuery): FishPage {
  const { rows, ...paging } = pageOf(selectFishes(fishes, query), query.page, query.per_page)
  return { fishes: rows, ...paging }
}

/** The answer of `GET /api/fishes/top/`: best rated, then most reviewed, then newest. */
export function topFishes(fishes: readonly Fish[]): Fish[] {
  return [...fishes]
    .sort((a, b) => b.rating - a.rating || b.numReviews - a.numReviews || newestFirst(a, b))
    .slice(0, business.topLength)
}
