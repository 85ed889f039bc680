/**
 * Runs at most `most` works at once; the others wait for their turn, and hold nothing meanwhile. Each begins in a turn of the
 * event loop of its own: SQLite answers at once, so that a crowd's works would otherwise all run in one turn, in which nothing
 * is sent, closed or refused.
 */
export function fewAtATime(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    await new Promise(setImmediate)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
