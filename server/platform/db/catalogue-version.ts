import { shared } from '../shared.ts'
import { getCatalogueState } from './catalogue-state.ts'
import type { Database } from './client.ts'
import { withTimeout } from './timeout.ts'

/** The catalogue's version, which every write of a product or a review raises. */
export interface CatalogueVersion {
  /** Without a query. Undefined on PostgreSQL, and before the first `read`. */
  cached(): number | undefined
  /** The version at some moment after this call. */
  read(): Promise<number>
}

/**
 * On SQLite this process is the only writer, so the version is cached and updated at each commit. On PostgreSQL another
 * instance may have written, so each read queries the database; concurrent reads share a query.
 */
export function watchCatalogueVersion(db: Database): CatalogueVersion {
  const readShared = shared(async () => (await withTimeout(db, getCatalogueState(db))).version)
  if (db.dialect === 'postgres') return { cached: () => undefined, read: readShared }
  let version: number | undefined
  db.onCatalogue((raised) => {
    version = Math.max(version ?? 0, raised)
  })
  return {
    cached: () => version,
    async read() {
      version ??= await readShared()
      return version
    },
  }
}
