import { adoptUserInfo, hasEnded } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { userInfoKey } from '../lib/local-storage.ts'
import { watchConnection } from './watch-connection.ts'
import { watchQuery } from './watch-query.ts'

/**
 * Wakes the outbox on every event after which it may be able to send. Also follows a login or logout in another tab, and
 * the end of the session by the server: then it calls `onSession`, so that the route guards check again.
 */
export function watchTriggers({ db, api, sync }: Deps, onSession: () => void, signal: AbortSignal): void {
  for (const reason of ['online', 'pageshow', 'focus'] as const)
    addEventListener(reason, () => sync.wake(reason), { signal })
  const shown = () => {
    // never when hidden: in Firefox a page in the back-forward cache holds on to a lock that it asked for while it was
    // being left, and no other page could send
    if (document.visibilityState === 'visible') sync.wake('visible')
  }
  document.addEventListener('visibilitychange', shown, { signal })
  const follow = (event: StorageEvent) => {
    if (event.key !== userInfoKey && event.key !== null) return
    void adoptUserInfo(db)
      .catch(() => undefined)
      .then(onSession)
  }
  addEventListener('storage', follow, { signal })
  watchQuery(
    () => hasEnded(db),
    (isEnded) => isEnded && onSession(),
    signal,
  )
  watchConnection(() => api.call('health'), signal)
  void sync.run(signal).catch((error: unknown) => console.error(error))
  sync.wake('start')
}
