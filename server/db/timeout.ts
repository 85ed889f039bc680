/** Milliseconds: a visitor gets the error within two seconds when the database is away. */
const timeout = 1800

/** The database took the question and does not answer: a stopped process, a lost network. */
class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Fails when a question takes longer than any that a healthy database answers at once. */
export async function withTimeout<T>(question: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout('the database does not answer')), timeout)
  })
  try {
    return await Promise.race([question, timedOut])
  } finally {
    clearTimeout(timer)
    // a late answer or failure is not used
    question.catch(() => {})
  }
}
