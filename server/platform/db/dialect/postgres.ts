import { type Dialect, PostgresDialect } from 'kysely'
import type { ListenOptions } from './postgres-listen.ts'
import type { PoolOptions } from './postgres-pool.ts'

/** Kysely's PostgreSQL dialect. Loads the driver at the first query, so that a shop on SQLite never loads it. */
export function postgresDialect(url: string, options: PoolOptions): Dialect {
  const pool = async () => {
    const { openPool } = await import('./postgres-pool.ts')
    return openPool(url, options)
  }
  return new PostgresDialect({ pool })
}

/** Listens for the hints of all instances (see `listenForHints`). Returns a function that stops it. */
export function listenPostgres(options: ListenOptions): () => Promise<void> {
  const started = import('./postgres-listen.ts').then(({ listenForHints }) => listenForHints(options))
  return async () => (await started)()
}
