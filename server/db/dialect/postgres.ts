import { type Dialect, PostgresDialect } from 'kysely'

/** Kysely's PostgreSQL dialect. Its driver comes with the first query: a shop on SQLite never loads it. */
export function postgresDialect(url: string, onError: (error: Error) => void): Dialect {
  const pool = async () => {
    const { openPool } = await import('./postgres-pool.ts')
    return openPool(url, onError)
  }
  return new PostgresDialect({ pool })
}
