import type { ShopDatabase } from '../data/schema.ts'
import { watchQuery } from './watch-query.ts'

/** Asks the browser once for persistent storage, as soon as there is a draft or an outbox entry to lose. */
export function persistStorage(db: ShopDatabase, signal: AbortSignal): void {
  if (!navigator.storage?.persist) return
  let isAsked = false
  const ask = (count: number) => {
    if (count > 0 && !isAsked) void askToPersist().catch(() => undefined)
    isAsked ||= count > 0
  }
  watchQuery(async () => (await db.outbox.count()) + (await db.drafts.count()), ask, signal)
}

async function askToPersist(): Promise<void> {
  // the screen /offline shows the browser's answer; nothing else depends on it
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}
