import { liveQuery } from 'dexie'
import type { ShopDatabase } from '../db/database.ts'

/** Hears of every kept review that has reached the shop, so that it is shown as everybody sees it. Answers the way to stop. */
export function watchReviews(db: ShopDatabase, onSent: () => void): () => void {
  const open = new Set<string>()
  const watch = liveQuery(() => db.outbox.toArray()).subscribe({
    next: (rows) => {
      for (const { id, kind, state } of rows) {
        if (kind !== 'review') continue
        if (state !== 'done') open.add(id)
        else if (open.delete(id)) onSent()
      }
    },
    error: () => undefined,
  })
  return () => watch.unsubscribe()
}
