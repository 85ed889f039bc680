import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds. Without a connection, requests get a 503 within two seconds. */
const times = { connect: 1500, statement: 5000, query: 6000, lock: 3000, idleInTransaction: 10_000 }
const int8 = 20

interface PoolOptions {
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
    max: timeouts ? 10 : 1,
    ...(timeouts && {
      statement_timeout: timeFactor * times.statement,
      // the client's own timeout, in case the database is silent
      query_timeout: timeFactor * times.query,
      lock_timeout: timeFactor * times.lock,
      idle_in_transaction_session_timeout: timeFactor * times.idleInTransaction,
    }),
    keepAlive: true,
    application_name: 'quayside',
  })
  // the pool replaces an idle connection that breaks; without a listener the event would end the process
  pool.on('error', onError)
  cutSilentConnections(pool, { url, timeFactor, onError })
  onPool?.(pool)
  return pool
}

/** Milliseconds after which a running query triggers a check, and timeout of the check's connection. */
const check = { silence: 900, connect: 800 }

/** Whether the database answers a new connection, even if it refuses it. */
async function isAlive(url: string, timeout: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  }
}

/** Connections of a stopped database stay open in silence: if a query takes long and a new connection fails, the silent one is cut. */
function cutSilentConnections(
  pool: pg.Pool,
  { url, timeFactor, onError }: { url: string; timeFactor: number } & Pick<PoolOptions, 'onError'>,
): void {
  const silence = timeFactor * check.silence
  let checking: Promise<boolean> | undefined
  const checkAlive = () => {
    checking ??= isAlive(url, timeFactor * check.connect).finally(() => {
      checking = undefined
    })
    return checking
  }

  pool.on('connect', (client) => {
    // without a listener the event of a broken connection would end the process
    client.on('error', onError)
    const { stream } = (client as pg.Client).connection
    const query = client.query.bind(client)
    const watched = (...args: unknown[]): unknown => {
      // passes all overloads of the driver through
      const answer: unknown = Reflect.apply(query, client, args)
      if (!(answer instanceof Promise)) return answer
      let timer: NodeJS.Timeout | undefined
      const look = async () => {
        if (await checkAlive()) timer &&= setTimeout(() => void look(), silence)
        // `end` would wait for the answers
        else if (timer) stream.destroy()
      }
      timer = setTimeout(() => void look(), silence)
      const settled = () => {
        clearTimeout(timer)
        timer = undefined
      }
      answer.then(settled, settled)
      return answer
    }
    // it takes and returns what the client's own does
    client.query = watched as typeof client.query
  })
}

/** Milliseconds: timeouts of connecting and of a check, pause before the next try, and interval of checks. */
const listenTimes = { connect: 3000, query: 5000, retry: 1000, check: 20_000 }

interface ListenOptions {
  url: string
  /** a notification's text */
  channel: string
  onText: (text: string) => void
  /** called after each connect: notifications before it are lost */
  onConnect: () => void
  onError: (error: Error) => void
}

/** Listens for the notifications of all instances on one connection, and connects again when it breaks. Returns a function that stops it. */
export function listenForHints({ url, channel, onText, onConnect, onError }: ListenOptions): () => Promise<void> {
  const stop = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal, ref: false })
  let client: pg.Client | undefined

  /** Listens on a connection until it breaks or no longer answers. */
  async function listen(): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: listenTimes.connect,
      query_timeout: listenTimes.query,
      keepAlive: true,
      application_name: 'quayside live',
    })
    client = own
    const ended = new Promise<void>((resolve) => own.once('end', resolve))
    own.on('error', onError)
    own.on('notification', ({ payload }) => payload !== undefined && onText(payload))
    try {
      await own.connect()
      await own.query(`listen ${channel}`)
      onConnect()
      for (let isOpen = true; isOpen; ) {
        isOpen = await Promise.race([ended.then(() => false), pause(listenTimes.check).then(() => true)])
        if (isOpen) await own.query('select 1')
      }
    } finally {
      // cuts a silent connection, whose query runs
      await own.end().catch(() => {})
    }
  }

  async function listenAgain(): Promise<void> {
    while (!stop.signal.aborted) {
      // a failed connect or query rejects with an error of the driver
      await listen().catch((error: Error) => stop.signal.aborted || onError(error))
      await pause(listenTimes.retry + Math.random() * listenTimes.retry).catch(() => {})
    }
  }
  void listenAgain()
  return async () => {
    stop.abort()
    await client?.end().catch(() => {})
  }
}
