import pg from 'pg'

/** Milliseconds: how long an answer may take before the database is asked for a sign of life, and how long that may. */
const times = { silence: 900, signOfLife: 800 }

/** Whether anything at the address greets a new connection. Words of refusal are a sign of life, too. */
async function isAlive(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: times.signOfLife })
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
 * A database that was stopped where it stands, or whose cable was pulled, keeps its connections open and answers
 * nothing; no timeout of its own ever strikes. So a question that waits for long is a reason to knock at the door
 * anew: when nobody opens, the connection is cut, and whoever waits on it hears of it at once. A question that takes
 * its time on a database that lives is left alone.
 */
export function watchAnswers(pool: pg.Pool, { url, onError }: { url: string; onError: (error: Error) => void }): void {
  let knocking: Promise<boolean> | undefined
  const knock = () => {
    knocking ??= isAlive(url).finally(() => {
      knocking = undefined
    })
    return knocking
  }

  pool.on('connect', (client) => {
    // a connection that breaks while it is used tells those who wait on it; unheard, the event would end the process
    client.on('error', onError)
    const query = client.query.bind(client)
    const watched = (...question: unknown[]): unknown => {
      // the driver's own overloads, handed through as they came
      const answer: unknown = Reflect.apply(query, client, question)
      if (!(answer instanceof Promise)) return answer
      let timer: NodeJS.Timeout | undefined
      const look = async () => {
        if (await knock()) timer &&= setTimeout(() => void look(), times.silence)
        // with a question under way, `end` cuts the connection instead of taking leave
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
