import { getCatalogueState } from './catalogue-state.ts'
import type { Database } from './client.ts'
import { withTimeout } from './timeout.ts'

export type CatalogueState = Awaited<ReturnType<typeof getCatalogueState>>

/** The catalogue's version, which every write of a product or a review raises, and the epoch in which it counts. */
export interface CatalogueVersion {
  /** Without a query. Undefined on PostgreSQL, and before the first `read`. */
  cached(): CatalogueState | undefined
  /** The version at some moment after this call. */
  read(): Promise<CatalogueState>
}

/**
 * On SQLite this process is the only writer, so the version is cached and updated at each commit. On PostgreSQL another
 * instance may have written, so each read queries the database.
 */
export function watchCatalogueVersion(db: Database): CatalogueVersion {
  const read = () => withTimeout(db, getCatalogueState(db))
  if (db.dialect === 'postgres') return { cached: () => undefined, read }
  let epoch: string | undefined
  let version = 0
  db.onCatalogue((raised) => {
    version = Math.max(version, raised)
  })
  return {
    cached: () => (epoch === undefined ? undefined : { epoch, version }),
    async read() {
      const now = await read()
      epoch = now.epoch
      version = Math.max(version, now.version)
      return { epoch, version }
    },
  }
}
