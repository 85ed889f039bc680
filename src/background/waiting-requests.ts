import { countForBadge, showBadge } from '../data/orders/badge.ts'
import { isUnsent } from '../data/outbox/outbox-rows.ts'
import type { Deps } from '../data/use-deps.tsx'
import { watchQuery } from './watch-query.ts'

/** While entries wait and the page is visible, the outbox is woken this often, ms. */
const wakeInterval = 30_000
const syncTag = 'outbox'

/** TypeScript's types do not have Background Sync yet. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * Shows on the app's icon what waits and what was not opened. While requests wait, wakes the outbox every 30 s. While requests
 * or files wait, registers a Background Sync, again at every start and whenever the page is hidden, since an earlier one may
 * have fired.
 */
export function watchWaiting({ db, sync }: Pick<Deps, 'db' | 'sync'>, signal: AbortSignal): void {
  let waiting = 0
  let waitingFiles = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const wake = () => {
    if (document.visibilityState === 'visible') sync.wake('timer')
  }
  const onHidden = () => {
    if (waiting + waitingFiles > 0 && document.visibilityState === 'hidden') void registerSync()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
  signal.addEventListener('abort', () => clearInterval(timer))
  watchQuery(
    async () => ({ rows: await db.outbox.toArray(), files: await db.files.where('kind').equals('out').count() }),
    ({ rows, files }) => {
      const before = waiting + waitingFiles
      const entries = rows.filter(isUnsent).length
      // no timer runs while nothing waits
      if (entries === 0) clearInterval(timer)
      else if (waiting === 0) timer = setInterval(wake, wakeInterval)
      waiting = entries
      waitingFiles = files
      if (waiting + waitingFiles > before) void registerSync()
    },
    signal,
  )
  watchQuery(() => countForBadge(db), showBadge, signal)
}

/** Safari and Firefox have no Background Sync; there only the page's own triggers send. */
async function registerSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.ready
  // browsers with Background Sync have this property
  const manager = 'sync' in registration ? (registration.sync as SyncManager) : undefined
  await manager?.register(syncTag).catch(() => undefined)
}
