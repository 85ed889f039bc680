import pg from 'pg'

/** Milliseconds: how long a question may take before a new connection is tried, and how long that may take. */
const times = { silence: 900, connect: 800 }

/** Whether the database answers a new connection, even if only to refuse it. */
async function isAlive(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: times.connect })
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
 * A database that was stopped, or whose network is gone, keeps its connections open and answers nothing. When a question
 * takes long, this tries a new connection: if that fails, the silent one is cut, and those who wait on it get an error.
 * A slow question on a healthy database is left alone.
 */
export function cutSilentConnections(
  pool: pg.Pool,
  { url, onError }: { url: string; onError: (error: Error) => void },
): void {
  let check: Promise<boolean> | undefined
  const checkAlive = () => {
    check ??= isAlive(url).finally(() => {
      check = undefined
    })
    return check
  }

  pool.on('connect', (client) => {
    // without a listener the event of a broken connection would end the process
    client.on('error', onError)
    const query = client.query.bind(client)
    const watched = (...question: unknown[]): unknown => {
      // the driver's overloads are passed on as they came
      const answer: unknown = Reflect.apply(query, client, question)
      if (!(answer instanceof Promise)) return answer
      let timer: NodeJS.Timeout | undefined
      const look = async () => {
        if (await checkAlive()) timer &&= setTimeout(() => void look(), times.silence)
        // while a question runs, `end` cuts the connection instead of closing it politely
        else if (timer) await client.end()
      }
      timer = setTimeout(() => void look(), times.silence)
      const settled = () => {
        clearTimeout(timer)
        timer = undefined
      }
      answer.then(settled, settled)
      return answer
    }
    client.query = watched as typeof client.query
  })
}
