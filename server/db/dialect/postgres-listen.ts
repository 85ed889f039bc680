import pg from 'pg'
import { hintChannel } from '../db.ts'

/** Milliseconds: timeouts of connecting and of a check, pause before the next try, and interval of checks. */
const times = { connect: 3000, query: 5000, retry: 1000, check: 20_000 }

export interface ListenOptions {
  url: string
  /** a notification's text */
  onText: (text: string) => void
  /** called after each connect: notifications before it are lost */
  onConnect: () => void
  onError: (error: Error) => void
}

/**
 * Listens for the notifications of all instances on one connection, and connects again when it breaks or no longer answers.
 * Returns a function that stops it.
 */
export function listenForHints({ url, onText, onConnect, onError }: ListenOptions): () => Promise<void> {
  let isStopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: times.connect,
      query_timeout: times.query,
      keepAlive: true,
      application_name: 'quayside live',
    })
    client = own
    // the event `end` follows
    own.on('error', onError)
    own.on('notification', ({ payload }) => payload !== undefined && onText(payload))
    own.once('end', () => {
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(() => void connect(), times.retry + Math.random() * times.retry).unref()
    })
    try {
      await own.connect()
      await own.query(`listen ${hintChannel}`)
      onConnect()
      check(own)
    } catch (error) {
      // a failed connect or query rejects with an error of the driver
      onError(error as Error)
      await own.end().catch(() => {})
    }
  }
  const check = (own: pg.Client) => {
    timer = setTimeout(() => {
      // a silent connection: `end` cuts it while its query runs
      own.query('select 1').then(
        () => client === own && !isStopped && check(own),
        () => own.end().catch(() => {}),
      )
    }, times.check).unref()
  }
  void connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
