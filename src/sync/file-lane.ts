import { endFileWaits } from '../db/files.ts'
import type { Deps } from '../db/use-deps.tsx'
import { watchQuery } from './watch-query.ts'

/** Sends the files that wait on this device, after what the outbox has. Their code is loaded when there are some. */
export function sendFilesBehind({ db, api, clock }: Deps, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isAgain = false
  const run = async () => {
    if (signal.aborted) return
    if (isRunning) {
      isAgain = true
      return
    }
    isRunning = true
    clearTimeout(timer)
    try {
      const { sendFiles } = await import('./send-files.ts')
      const next = await sendFiles({ db, api, clock }, signal)
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
  let isWaiting = false
  const again = () =>
    void endFileWaits(db)
      .then(() => isWaiting && wake())
      .catch(() => undefined)
  addEventListener('online', again, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  // a file was chosen, let go or released, or a message with files has gone
  watchQuery(
    async () => {
      const rows = await db.files.where('kind').equals('out').toArray()
      return rows.length > 0
        ? [
            rows.map(({ now }) => now),
            await db.outbox.where('state').equals('done').count(),
            await db.values.get('session'),
          ]
        : undefined
    },
    (waiting) => {
      isWaiting = waiting !== undefined
      if (isWaiting) wake()
    },
    signal,
  )
}
