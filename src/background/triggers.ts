import { adoptUserInfo } from '../db/session.ts'
import { userInfoKey } from '../lib/local-storage.ts'
import type { WakeReason } from '../sync/sync.ts'
import { watchConnection } from '../ui/connection.ts'
import type { Deps } from '../ui/deps.tsx'

/**
 * All events that wake the outbox; it decides by itself whether there is something to do. Also follows a login or logout in
 * another tab, after which `onSession` lets the guards check again. Returns the way to stop.
 */
export function watchTriggers({ db, api, sync }: Deps, onSession?: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const wake = (reason: WakeReason) => () => sync.wake(reason)
  addEventListener('online', wake('online'), { signal })
  addEventListener('pageshow', wake('pageshow'), { signal })
  addEventListener('focus', wake('focus'), { signal })
  const shown = () => {
    // a page that is left turns hidden last of all: in Firefox a lock that it asks for then stays with it, in the memory of
    // the back button, and no other page could send
    if (document.visibilityState === 'visible') sync.wake('visible')
  }
  document.addEventListener('visibilitychange', shown, { signal })
  const follow = (event: StorageEvent) => {
    if (event.key !== userInfoKey && event.key !== null) return
    void adoptUserInfo(db)
      .catch(() => undefined)
      .then(() => onSession?.())
  }
  addEventListener('storage', follow, { signal })
  const stopWatching = watchConnection(() => api.call('health'))
  void sync.run(signal).catch((error: unknown) => console.error(error))
  sync.wake('start')
  return () => {
    stop.abort()
    stopWatching()
  }
}
