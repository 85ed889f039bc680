import { liveQuery } from 'dexie'
import type { OutboxRow } from '../db/rows.ts'
import type { Deps } from '../ui/deps.tsx'

/** While something waits and somebody looks, the outbox is woken this often, ms. */
const lookEvery = 30_000
const syncTag = 'outbox'

/** Background Sync is no part of the standard's types yet. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * Everything that makes the outbox look: `navigator.onLine` is none of it, only its event. Also keeps the number on the
 * app's icon and the worker's own registration. Answers the way to stop.
 */
export function startSyncTriggers({ db, sync }: Pick<Deps, 'db' | 'sync'>): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let waiting = 0
  addEventListener('online', () => sync.wake('online'), { signal })
  addEventListener('focus', () => sync.wake('focus'), { signal })
  addEventListener('pageshow', () => sync.wake('pageshow'), { signal })
  const whenVisible = () => document.visibilityState === 'visible' && sync.wake('visible')
  document.addEventListener('visibilitychange', whenVisible, { signal })
  const timer = setInterval(() => {
    if (waiting > 0) whenVisible()
  }, lookEvery)
  const watch = liveQuery(() => db.outbox.toArray()).subscribe({
    next: (rows) => {
      const before = waiting
      waiting = rows.filter(isWaiting).length
      showBadge(waiting)
      if (waiting > before) void registerSync()
    },
    // without a database nothing waits
    error: () => undefined,
  })
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    watch.unsubscribe()
  })
  void sync.run(signal)
  sync.wake('start')
  return () => stop.abort()
}

/** What has not reached the server, and what the server refused and somebody has to look at. */
function isWaiting({ state }: OutboxRow): boolean {
  return state !== 'done'
}

function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // systems without badges refuse; nothing depends on it
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch(() => undefined)
}

/** Asks the browser to wake the worker when there is a connection, also after the app was closed. */
async function registerSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const manager = registration && 'sync' in registration ? (registration.sync as SyncManager) : undefined
  // Safari and Firefox have no Background Sync: there the page's own triggers do it all
  await manager?.register(syncTag).catch(() => undefined)
}
