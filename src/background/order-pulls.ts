import { onWorkerMessage } from '../api/worker-channel.ts'
import { getToken } from '../data/session/session.ts'
import type { Deps } from '../data/use-deps.tsx'
import { watchQuery } from './watch-query.ts'

/**
 * Pulls changes of orders at the start, after a login, when the page is visible again, when the connection may be back,
 * and after a push message.
 */
export function pullOrdersRegularly({ db, orderPulls }: Pick<Deps, 'db' | 'orderPulls'>, signal: AbortSignal): void {
  const pullWith = (options: { force?: boolean }) => {
    if (document.visibilityState === 'visible') void orderPulls.pull(options)
  }
  const pull = () => pullWith({})
  for (const reason of ['online', 'focus', 'pageshow']) addEventListener(reason, pull, { signal })
  document.addEventListener('visibilitychange', pull, { signal })
  // the first value comes at the start, later ones with a login or logout
  watchQuery(() => getToken(db), pull, signal)
  const stopListening = onWorkerMessage((message) => {
    // forced: a pull of a moment ago came before this change
    if (message.kind === 'ORDERS_CHANGED') pullWith({ force: true })
  })
  signal.addEventListener('abort', stopListening)
}
