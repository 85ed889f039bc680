import { isPending, isUnsent } from '../db/outbox-rows.ts'
import { showBadge } from '../lib/badge.ts'
import type { Deps } from '../ui/deps.tsx'
import { watchQuery } from './watch-query.ts'

/** While entries wait and the page is visible, the outbox is woken this often, ms. */
const wakeInterval = 30_000
const syncTag = 'outbox'

/** TypeScript's types do not have Background Sync yet. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * While requests wait: shows their number on the app's icon, wakes the outbox every 30 s and registers a Background Sync,
 * which wakes the worker when there is a connection. That is registered again at every start and whenever the page is
 * hidden, since an earlier one may have fired. Returns a function that stops it.
 */
export function watchWaiting({ db, sync }: Pick<Deps, 'db' | 'sync'>): () => void {
  let waiting = 0
  const timer = setInterval(() => {
    if (waiting > 0 && document.visibilityState === 'visible') sync.wake('timer')
  }, wakeInterval)
  const onHidden = () => {
    if (waiting > 0 && document.visibilityState === 'hidden') void registerSync()
  }
  document.addEventListener('visibilitychange', onHidden)
  const stopWatching = watchQuery(
    () => db.outbox.toArray(),
    (rows) => {
      const before = waiting
      waiting = rows.filter(isUnsent).length
      // the badge does not count logouts
      showBadge(rows.filter(isPending).length)
      if (waiting > before) void registerSync()
    },
  )
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
    stopWatching()
  }
}

/** Safari and Firefox have no Background Sync; there only the page's own triggers send. */
async function registerSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.ready
  // browsers with Background Sync have this property
  const manager = 'sync' in registration ? (registration.sync as SyncManager) : undefined
  await manager?.register(syncTag).catch(() => undefined)
}
