import { type Database, type Db, publish, withTimeout } from './database.ts'

/** Raises and returns the catalogue's version, and locks it, so that versions commit in order. Call it before writing products or reviews. */
export async function bumpCatalogueVersion(tx: Db): Promise<number> {
  const { version } = await tx.query
    .updateTable('catalogue_state')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  tx.raised = version
  await publish(tx, { kind: 'catalogue' })
  return version
}

export async function getCatalogueState(db: Db): Promise<{ epoch: string; version: number }> {
  return db.query.selectFrom('catalogue_state').select(['epoch', 'version']).executeTakeFirstOrThrow()
}

export type CatalogueState = Awaited<ReturnType<typeof getCatalogueState>>

/** The catalogue's version, which every write of a product or a review raises, and the epoch in which it counts. */
export interface CatalogueVersion {
  /** Without a query. Undefined on PostgreSQL, and before the first `read`. */
  cached(): CatalogueState | undefined
  /** The version at some moment after this call. */
  read(): Promise<CatalogueState>
}

/** On SQLite this process is the only writer, so the version is cached; on PostgreSQL each read asks, since another instance may have written. */
export function watchCatalogueVersion(db: Database): CatalogueVersion {
  const read = () => withTimeout(db, getCatalogueState(db))
  if (db.dialect === 'postgres') return { cached: () => undefined, read }
  let epoch: string | undefined
  let version = 0
  db.catalogueListeners.add((raised) => {
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
