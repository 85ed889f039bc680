import { liveQuery } from 'dexie'
import { isPending, isUnsent } from '../db/outbox-rows.ts'
import { showBadge } from '../lib/badge.ts'
import type { Deps } from '../ui/deps.tsx'

/** While something waits and somebody looks, the outbox is woken this often, ms. */
const lookEvery = 30_000
const syncTag = 'outbox'

/** Background Sync is no part of the standard's types yet. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * While requests wait: the number on the app's icon, a try every 30 s while the page is visible, and a Background Sync that
 * wakes the worker when there is a connection. It is registered again at every start and whenever the page is left, since
 * an earlier one may have fired. Answers the way to stop.
 */
export function watchWaiting({ db, sync }: Pick<Deps, 'db' | 'sync'>): () => void {
  let waiting = 0
  const timer = setInterval(() => {
    if (waiting > 0 && document.visibilityState === 'visible') sync.wake('timer')
  }, lookEvery)
  const leave = () => {
    if (waiting > 0 && document.visibilityState === 'hidden') void registerSync()
  }
  document.addEventListener('visibilitychange', leave)
  const watch = liveQuery(() => db.outbox.toArray()).subscribe({
    next: (rows) => {
      const before = waiting
      waiting = rows.filter(isUnsent).length
      // a logout goes out like a request, and is none
      showBadge(rows.filter(isPending).length)
      if (waiting > before) void registerSync()
    },
    // without a database nothing waits
    error: () => undefined,
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', leave)
    watch.unsubscribe()
  }
}

/** Safari and Firefox have no Background Sync: there the page's own triggers do it all. */
async function registerSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // at a first visit the worker is still on its way
  const registration = await navigator.serviceWorker.ready
  // the property exists where the browser has Background Sync
  const manager = 'sync' in registration ? (registration.sync as SyncManager) : undefined
  await manager?.register(syncTag).catch(() => undefined)
}
