import { liveQuery } from 'dexie'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import { exportEntries } from './export-entries.ts'
import { loadSync } from './load-sync.ts'
import type { Sync, SyncOptions, WakeReason } from './sync.ts'

/** How often a page without the outbox's code looks whether it needs it, ms. Live queries and wake-ups say it sooner. */
const lookEvery = 30_000

/**
 * The outbox for a page that mostly has nothing to send: its code is fetched when an entry is kept, whoever made it, or
 * when a screen calls; from then on everything is the outbox's own. Where the code does not come, what is kept stays kept,
 * a call rejects, and every wake-up asks again.
 */
export function createLazySync(options: SyncOptions, load = loadSync): Sync {
  const { db } = options
  let sync: Sync | undefined
  let loading: Promise<Sync> | undefined
  let begin: (sync: Sync | undefined) => void = () => undefined
  const begun = new Promise<Sync | undefined>((resolve) => {
    begin = resolve
  })
  const bring = async (): Promise<Sync> => {
    const { createSync } = await load()
    sync = createSync(options)
    begin(sync)
    return sync
  }
  const get = (): Promise<Sync> => {
    loading ??= bring().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  /** Brings the outbox if something is kept. A database that cannot say so is the outbox's own to deal with. */
  const getIfNeeded = async (): Promise<Sync | undefined> => {
    const count = await db.outbox.count().catch(() => 1)
    return sync ?? (count > 0 ? get() : undefined)
  }
  const missing = () => undefined
  const wake = (reason: WakeReason): void => {
    if (sync) sync.wake(reason)
    else void getIfNeeded().then((found) => found?.wake(reason), missing)
  }
  const run = async (stop: AbortSignal): Promise<void> => {
    const look = () => void getIfNeeded().catch(missing)
    const watch = liveQuery(() => db.outbox.count()).subscribe({ next: look, error: look })
    const timer = setInterval(look, lookEvery)
    const end = () => begin(undefined)
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
    const found = await begun
    stop.removeEventListener('abort', end)
    clearInterval(timer)
    watch.unsubscribe()
    await found?.run(stop)
  }
  return {
    run,
    wake,
    sendNow: () => wake('button'),
    pass: async (reason) => (await get()).pass(reason),
    orderId: async () => (await get()).orderId(),
    enqueueOrder: async (order) => (await get()).enqueueOrder(order),
    enqueueReview: async (review) => (await get()).enqueueReview(review),
    enqueueContact: async (contact) => (await get()).enqueueContact(contact),
    settled: async (id, wait) => (await get()).settled(id, wait),
    sendDirect: async (entry) => (await get()).sendDirect(entry),
    editAgain: async (id, asideName) => (await get()).editAgain(id, asideName),
    discard: async (id) => (await get()).discard(id),
    // the logout of every page asks this, and must not depend on code that may be out of reach
    pendingOf: async (userId) => (await getOutboxOf(db, userId)).filter(isPending),
    discardAllOf: async (userId) => (await get()).discardAllOf(userId),
    forgetUser: async (userId) => (await get()).forgetUser(userId),
    exportEntries,
  }
}
