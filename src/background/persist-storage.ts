import { liveQuery } from 'dexie'
import type { ShopDatabase } from '../db/database.ts'

/**
 * Asks the browser once for persistent storage, as soon as there is something to lose: a request on its way or a draft. Answers the way to stop.
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
  // the screen /offline shows the answer; nothing else depends on it
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}
