import { liveQuery } from 'dexie'
import type { ShopDatabase } from '../db/database.ts'

/**
 * Asks the browser once to keep what is saved, as soon as there is something to lose: a request on its way or a list
 * that somebody made. Answers the way to stop.
 */
export function watchForSomethingToLose(db: ShopDatabase): () => void {
  if (!navigator.storage?.persist) return () => undefined
  const watch = liveQuery(async () => (await db.outbox.count()) + (await db.drafts.count())).subscribe({
    next: (count) => {
      if (count === 0) return
      watch.unsubscribe()
      void askToPersist().catch(() => undefined)
    },
    error: () => undefined,
  })
  return () => watch.unsubscribe()
}

async function askToPersist(): Promise<void> {
  // the answer stands on the page about what is saved; nothing else depends on it
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}
