import type { Deps } from '../data/use-deps.tsx'
import { watchQuery } from './watch-query.ts'

/**
 * Sends the files that wait on this device, after what the outbox has. Their code is loaded when there are some. Returns a function that stops it.
 */
export function sendFilesBehind({ db, api, clock }: Deps): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isAgain = false
  const run = async () => {
    if (stop.signal.aborted) return
    if (isRunning) {
      isAgain = true
      return
    }
    isRunning = true
    clearTimeout(timer)
    try {
      const { sendFiles } = await import('../data/files/send-files.ts')
      const next = await sendFiles({ db, api, clock }, stop.signal)
      if (next !== undefined) timer = setTimeout(wake, Math.min(next, 30_000))
    } catch {
      timer = setTimeout(wake, 30_000)
    }
    isRunning = false
    if (isAgain) {
      isAgain = false
      wake()
    }
  }
  const wake = () => void run()
  /** The network may be back: no file waits any longer. */
  const again = () =>
    void db.files
      .where('kind')
      .equals('out')
      .modify({ nextAt: 0 })
      .then(
        (count) => count > 0 && wake(),
        () => undefined,
      )
  addEventListener('online', again, { signal: stop.signal })
  // a file was chosen or let go, or a message with files has gone
  const unwatch = watchQuery(
    async () => {
      const waiting = await db.files.where('kind').equals('out').primaryKeys()
      return waiting.length > 0
        ? [waiting.length, await db.outbox.where('state').equals('done').count(), await db.values.get('session')]
        : undefined
    },
    (waiting) => waiting && wake(),
  )
  return () => {
    stop.abort()
    clearTimeout(timer)
    unwatch()
  }
}
