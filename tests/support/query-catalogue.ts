import { type CatalogueQuery, compareText, pageOf, searchTerms } from '../../contract/catalogue-query.ts'
import { createFishSearch } from '../../contract/fish-search.ts'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'

// The catalogue's queries in their simplest form: server and saved catalogue must answer the same.

const newestFirst = (a: Fish, b: Fish) => compareText(b._id, a._id)

/** The search of these products; making it takes longer than using it. */
export function searchOf<F extends Fish>(fishes: readonly F[]) {
  const search = createFishSearch<F>()
  for (const fish of fishes) search.add(fish, fish)
  return search
}

/** Products that match, in the order of the list: newest first without a keyword, best match first with one. */
export function selectFishes<F extends Fish>(
  fishes: readonly F[],
  query: Pick<CatalogueQuery, 'keyword' | 'type'>,
  made?: ReturnType<typeof searchOf<F>>,
): F[] {
  const ofType = query.type === undefined ? fishes : fishes.filter((fish) => fish.type === query.type)
  if (searchTerms(query.keyword ?? '').length === 0) return [...ofType].sort(newestFirst)
  return (made ?? searchOf(fishes)).search(query).found
}

/** The answer of `GET /api/fish/` made from products at hand. */
export function queryCatalogue(fishes: readonly Fish[], query: CatalogueQuery): FishPage {
  const { rows, ...paging } = pageOf(selectFishes(fishes, query), query.page, query.per_page)
  const isSearch = searchTerms(query.keyword ?? '').length > 0
  const nearest = isSearch ? searchOf(fishes).search(query).nearest : []
  return { fishes: rows, ...paging, ...(nearest.length > 0 && { nearest }) }
}

/** The answer of `GET /api/fishes/top/`: featured ones first, then best rated, then most reviewed, then newest. */
export function topFishes(fishes: readonly Fish[]): Fish[] {
  return [...fishes]
    .sort(
      (a, b) =>
        Number(b.featured ?? 0) - Number(a.featured ?? 0) ||
        b.rating - a.rating ||
        b.numReviews - a.numReviews ||
        newestFirst(a, b),
    )
    .slice(0, business.topLength)
}
