import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { withProvider } from './postgres-provider.ts'

/**
 * Runs `work` in a transaction on PostgreSQL. Other than in Kysely's own, a query does not wait for the answer to the one before it: what
 * `work` asks at once travels together, and the database runs it in the order in which it was asked. What `work` reads first travels along
 * with `begin`; a write waits for its answer, and so does what comes after the write, since without a transaction it would be final.
 */
export function runTransaction<T>(db: Kysely<Schema>, work: (query: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    let state: 'begins' | 'waits for begin' | 'has begun' | 'is over' = 'begins'
    const run = (text: string) => connection.executeQuery<{ command?: string }>(CompiledQuery.raw(text))
    const begun = run('begin').then(() => {
      if (state !== 'is over') state = 'has begun'
    })
    // of a `work` that waits for it not at all
    begun.catch(() => {})
    const own: DatabaseConnection = {
      async executeQuery(query) {
        if (state === 'begins' && !query.sql.startsWith('select')) state = 'waits for begin'
        if (state === 'waits for begin') await begun
        // what a failed `work` has left running must not get into the next transaction
        if (state === 'is over') throw new Error('The transaction is over.')
        return connection.executeQuery(query)
      },
      streamQuery: () => {
        throw new Error('No query of a transaction is streamed.')
      },
    }
    try {
      const result = await work(withProvider(db, { provideConnection: (use) => use(own) }))
      await begun
      state = 'is over'
      const { rows } = await run('commit')
      // a query has failed, and `work` did not
      if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was aborted.')
      return result
    } catch (error) {
      state = 'is over'
      // a connection that cannot do this is broken, and the pool drops it
      await run('rollback').catch(() => {})
      throw error
    }
  })
}
