/** Runs at most `most` works at once, each in a turn of its own: SQLite answers at once, and a crowd's works would hold up the event loop. */
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
