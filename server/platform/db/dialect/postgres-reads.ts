import type { DatabaseConnection, Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { withProvider } from './postgres-provider.ts'

interface Waiting {
  use: (connection: DatabaseConnection) => Promise<void>
  fail: (error: unknown) => void
}

/**
 * For reads of a few rows by their keys, which each call makes. Those of one turn of the event loop travel together, on one
 * connection; each has its own answer or error. Not for a query that may take long: the others would wait for it.
 */
export function readTogether(db: Kysely<Schema>): Kysely<Schema> {
  let waiting: Waiting[] = []
  const send = () => {
    const reads = waiting
    waiting = []
    const sent = db
      .getExecutor()
      .provideConnection((connection) => Promise.all(reads.map(({ use }) => use(connection))))
    // there is no connection: `use` does not reject
    sent.catch((error) => {
      for (const { fail } of reads) fail(error)
    })
  }
  return withProvider(db, {
    provideConnection: (query) =>
      new Promise((resolve, reject) => {
        // in the next turn of the event loop, with the reads of all requests that have arrived
        if (waiting.length === 0) setImmediate(send)
        waiting.push({ use: (connection) => query(connection).then(resolve, reject), fail: reject })
      }),
  })
}
