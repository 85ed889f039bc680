/** Milliseconds after which a small question counts as unanswered: a visitor is told within two seconds. */
const longest = 1800

/** The database took the question and fell silent: a stopped process, a cable pulled. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Gives up on a question that a database in good health answers at once. */
export async function impatiently<T>(question: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence('the database does not answer')), longest)
  })
  try {
    return await Promise.race([question, silence])
  } finally {
    clearTimeout(timer)
    // an answer, or a failure, that comes too late interests nobody
    question.catch(() => {})
  }
}
