import { createFacets, type FacetValues } from '../../contract/choose-facets.ts'
import type { FacetChoice } from '../../contract/facets.ts'
import { createFishSearch } from '../../contract/fish-search.ts'
import { getCatalogueState } from '../db/catalogue-state.ts'
import type { Db } from '../db/database.ts'
import { findSearched, listChanges } from './fishes-table.ts'

export interface FishFilter {
  keyword?: string | undefined
  type?: string | undefined
}

/** Ids, best first; `nearest` only where none is found. */
export interface Found {
  found: string[]
  nearest: string[]
}

/** Changes per query; the event loop gets a turn after each. */
const batchSize = 500

/** The search of all products and the values of their filters, in memory. Each search first reads the catalogue's changes. */
export function createFishIndex(db: Db) {
  const fishes = createFishSearch<string>()
  const facets = createFacets()
  const values = new Map<string, FacetValues>()
  let readUpTo = 0
  let reading: Promise<void> | undefined

  async function readBatch(): Promise<void> {
    // read the version first: all changes up to it are visible to the next query
    const { version } = await getCatalogueState(db)
    const changes = await listChanges(db, readUpTo, batchSize)
    const present = await findSearched(
      db,
      changes.filter(({ deleted }) => !deleted).map(({ id }) => id),
    )
    for (const { id, deleted } of changes) {
      if (deleted) fishes.remove(id)
      if (deleted) values.delete(id)
    }
    for (const fish of present) {
      fishes.add(fish, fish._id)
      values.set(fish._id, facets.valuesOf(fish))
    }
    const last = changes.at(-1)?.seq ?? readUpTo
    readUpTo = changes.length < batchSize ? Math.max(version, last) : last
    await new Promise(setImmediate)
  }

  async function refresh(): Promise<void> {
    const { version } = await getCatalogueState(db)
    while (readUpTo < version) {
      reading ??= readBatch().finally(() => {
        reading = undefined
      })
      await reading
    }
  }

  return {
    refresh,
    async search({ keyword = '', type }: FishFilter): Promise<Found> {
      await refresh()
      return fishes.search({ keyword, ...(type !== undefined && { type }) })
    },
    /** Those of the products that have all chosen values, and how many each value would leave. */
    async choose(ids: readonly string[], choice: FacetChoice) {
      await refresh()
      return facets.choose(ids, (id) => values.get(id) ?? [], choice)
    },
  }
}

export type FishIndex = ReturnType<typeof createFishIndex>
