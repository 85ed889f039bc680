import { liveQuery } from 'dexie'
import { getSession } from '../db/session.ts'
import type { Deps } from '../ui/deps.tsx'
import { onWorkerMessage } from '../ui/worker-channel.ts'

/**
 * Asks for the changes of orders at the start, after a login, when somebody comes back to the page, when the connection
 * may be back, and after a push message. Answers the way to stop.
 */
export function pullOrdersRegularly({ db, orderPulls }: Pick<Deps, 'db' | 'orderPulls'>): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const pullWith = (options: { force?: boolean }) => {
    if (document.visibilityState === 'visible') void orderPulls.pull(options)
  }
  const pull = () => pullWith({})
  for (const reason of ['online', 'focus', 'pageshow']) addEventListener(reason, pull, { signal })
  document.addEventListener('visibilitychange', pull, { signal })
  // the first value is the start, every other one a login or logout
  const watch = liveQuery(async () => (await getSession(db))?.token).subscribe({
    next: pull,
    // without a database nothing is saved
    error: () => undefined,
  })
  const stopListening = onWorkerMessage((message) => {
    // the pull of a moment ago cannot have brought what has changed since
    if (message.kind === 'ORDERS_CHANGED') pullWith({ force: true })
  })
  return () => {
    stop.abort()
    stopListening()
    watch.unsubscribe()
  }
}
