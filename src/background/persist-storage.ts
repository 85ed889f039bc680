import type { ShopDatabase } from '../data/schema.ts'
import { watchQuery } from './watch-query.ts'

/**
 * Asks the browser once for persistent storage, as soon as there is a draft or an outbox entry to lose. Returns a function that
 * stops it.
 */
export function persistStorage(db: ShopDatabase): () => void {
  if (!navigator.storage?.persist) return () => undefined
  const stop = watchQuery(
    async () => (await db.outbox.count()) + (await db.drafts.count()),
    (count) => {
      if (count === 0) return
      stop()
      void askToPersist().catch(() => undefined)
    },
  )
  return stop
}

async function askToPersist(): Promise<void> {
  // the screen /offline shows the browser's answer; nothing else depends on it
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}
