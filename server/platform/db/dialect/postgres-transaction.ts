import { CompiledQuery, DummyDriver, Kysely, PostgresDialect } from 'kysely'
import type { Schema } from '../schema.ts'

// of which only the executor is used
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('It has no pool.')) })
const driver = new DummyDriver()

/**
 * Runs `work` in a transaction on PostgreSQL. Other than in Kysely's own, a query does not wait for the answer to the one before it: `begin`
 * and what `work` asks at once travel together. The database runs them in the order in which they were made.
 */
export function runTransaction<T>(db: Kysely<Schema>, work: (query: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    let isOver = false
    const executor = db.getExecutor().withConnectionProvider({
      // what a failed `work` has left running must not get into the next transaction
      provideConnection: async (use) =>
        isOver ? Promise.reject(new Error('The transaction is over.')) : use(connection),
    })
    const run = (text: string) => connection.executeQuery<{ command?: string }>(CompiledQuery.raw(text))
    const begun = run('begin')
    // then the first query of `work` fails as well
    begun.catch(() => {})
    try {
      const result = await work(new Kysely<Schema>({ config: { dialect }, dialect, driver, executor }))
      isOver = true
      const { rows } = await run('commit')
      // a query has failed, and `work` did not
      if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was aborted.')
      return result
    } catch (error) {
      isOver = true
      // a connection that cannot do this is broken, and the pool drops it
      await run('rollback').catch(() => {})
      throw error
    }
  })
}
