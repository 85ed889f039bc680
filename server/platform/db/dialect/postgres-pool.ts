import pg from 'pg'
import { cutSilentConnections } from './cut-silent-connections.ts'
import { namesOfStatements } from './prepared.ts'

/** Milliseconds. Without a connection, requests get a 503 within two seconds. */
const times = { connect: 1500, statement: 5000, query: 6000, lock: 3000, idleInTransaction: 10_000 }
const int8 = 20

/** Options for the queries of requests. */
const forRequests = (factor: number) => ({
  max: 10,
  // queries go out at once, see `sendTogether`
  pipeline: true,
  statement_timeout: factor * times.statement,
  // the client's own timeout, in case the database is silent
  query_timeout: factor * times.query,
  lock_timeout: factor * times.lock,
  idle_in_transaction_session_timeout: factor * times.idleInTransaction,
})

export interface PoolOptions {
  onError: (error: Error) => void
  /** false: one connection for work that may take long, such as an index on a large table */
  timeouts?: boolean
  /** all time limits are multiplied by it; 1 by default */
  timeFactor?: number | undefined
  /** called when the pool is made, at the first query */
  onPool?: ((pool: PoolUse) => void) | undefined
}

/** How many connections a pool has, how many of them idle, and how many queries wait for one. */
export type PoolUse = Readonly<Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>

/** Connections to PostgreSQL; its 64-bit integers are read as numbers. */
export function openPool(url: string, { onError, timeouts = true, timeFactor = 1, onPool }: PoolOptions): pg.Pool {
  pg.types.setTypeParser(int8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: timeFactor * times.connect,
    ...(timeouts ? forRequests(timeFactor) : { max: 1 }),
    keepAlive: true,
    application_name: 'quayside',
  })
  // the pool replaces an idle connection that breaks; without a listener the event would end the process
  pool.on('error', onError)
  const nameOf = namesOfStatements()
  pool.on('connect', (client) => sendTogether(client, nameOf))
  cutSilentConnections(pool, { url, timeFactor, onError })
  onPool?.(pool)
  return pool
}

/** Prepares what runs often, and sends the queries that are made in one turn of the event loop in one packet. */
function sendTogether(client: pg.ClientBase, nameOf: ReturnType<typeof namesOfStatements>): void {
  const { stream } = (client as pg.Client).connection
  const query = client.query.bind(client)
  const gathered = (...args: unknown[]): unknown => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    const [text, values] = args
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    return Reflect.apply(query, client, name === undefined ? args : [{ name, text, values }])
  }
  // it takes and returns what the client's own does
  client.query = gathered as typeof client.query
}
