import type { Database } from './client.ts'

/** Milliseconds. A visitor gets an error within two seconds when the database is away. */
const timeout = 1800

/** The database has accepted a query and does not answer: its process is stopped or the network lost. */
class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Limits the time of a query that a healthy `db` answers at once. */
export async function withTimeout<T>({ timeFactor = 1 }: Pick<Database, 'timeFactor'>, query: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    const fail = () => reject(new DatabaseTimeout('the database does not answer'))
    timer = setTimeout(fail, timeFactor * timeout)
  })
  try {
    return await Promise.race([query, timedOut])
  } finally {
    clearTimeout(timer)
    // ignore a late failure
    query.catch(() => {})
  }
}
