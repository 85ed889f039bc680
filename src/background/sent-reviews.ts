import { liveQuery } from 'dexie'
import type { ShopDatabase } from '../db/database.ts'

/** Calls `onSent` with the product of each saved review that has reached the shop. Answers the way to stop. */
export function watchReviews(db: ShopDatabase, onSent: (fishe: string) => void): () => void {
  const open = new Set<string>()
  const watch = liveQuery(() => db.outbox.toArray()).subscribe({
    next: (rows) => {
      for (const { id, payload, state } of rows) {
        if (payload.kind !== 'review') continue
        if (state !== 'done') open.add(id)
        else if (open.delete(id)) onSent(payload.fishe)
      }
    },
    error: () => undefined,
  })
  return () => watch.unsubscribe()
}
