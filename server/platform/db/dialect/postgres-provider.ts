import { type ConnectionProvider, DummyDriver, Kysely, PostgresDialect } from 'kysely'
import type { Schema } from '../schema.ts'

// of which only the executor is used
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('It has no pool.')) })
const driver = new DummyDriver()

/** The same database, with queries on the connections that `provider` gives. */
export function withProvider(db: Kysely<Schema>, provider: ConnectionProvider): Kysely<Schema> {
  const executor = db.getExecutor().withConnectionProvider(provider)
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor })
}
