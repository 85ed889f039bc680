import pg from 'pg'
import { watchAnswers } from './watch-answers.ts'

/** Milliseconds. An instance that gets no connection says so (503) before the visitor's patience ends. */
const times = { connect: 1500, statement: 5000, query: 6000, lock: 3000, idleInTransaction: 10_000 }
const int8 = 20

/** For requests: one that waits for longer is of no use to the visitor. */
const forRequests = {
  max: 10,
  statement_timeout: times.statement,
  // the server may be unable to keep its own time
  query_timeout: times.query,
  lock_timeout: times.lock,
  idle_in_transaction_session_timeout: times.idleInTransaction,
}

export interface PoolOptions {
  onError: (error: Error) => void
  /** one connection for work that takes as long as it takes, such as an index on a large table */
  patient?: boolean
}

/** Connections that give up early, unless they are patient, and numbers that are numbers. */
export function openPool(url: string, { onError, patient = false }: PoolOptions): pg.Pool {
  pg.types.setTypeParser(int8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: times.connect,
    ...(patient ? { max: 1 } : forRequests),
    keepAlive: true,
    application_name: 'quayside',
  })
  // a connection that breaks while it rests is replaced by the pool; unheard, the event would end the process
  pool.on('error', onError)
  watchAnswers(pool, { url, onError })
  return pool
}
