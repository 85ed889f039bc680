import pg from 'pg'

/** Milliseconds after which a running query triggers a check, and timeout of the check's connection. */
const times = { silence: 900, connect: 800 }

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

/**
 * When the database is stopped or the network lost, connections stay open without an answer. If a query takes long, this
 * tries a new connection; if that fails, it cuts the silent one, and its query fails at once. Slow queries on a healthy
 * database are not affected.
 */
export function cutSilentConnections(
  pool: pg.Pool,
  { url, timeFactor, onError }: { url: string; timeFactor: number; onError: (error: Error) => void },
): void {
  const silence = timeFactor * times.silence
  let check: Promise<boolean> | undefined
  const checkAlive = () => {
    check ??= isAlive(url, timeFactor * times.connect).finally(() => {
      check = undefined
    })
    return check
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
