import { liveQuery } from 'dexie'
import type { ShopDatabase } from '../db/database.ts'
import { getOutboxRow } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'

/** Waits, at most `within` ms, until an entry is sent, refused or waits for a login. Returns it as it is then. */
export function waitForOutcome(
  db: ShopDatabase,
  id: string,
  { within, signal }: { within: number; signal?: AbortSignal | undefined },
): Promise<OutboxRow | undefined> {
  return new Promise((resolve, reject) => {
    let last: OutboxRow | undefined
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      watching.unsubscribe()
      resolve(last ?? getOutboxRow(db, id))
    }
    const timer = setTimeout(end, within)
    signal?.addEventListener('abort', end, { once: true })
    const watching = liveQuery(() => getOutboxRow(db, id)).subscribe({
      next(row) {
        last = row
        // values come only after `subscribe` has returned
        if (row && ['done', 'attention', 'waiting-login'].includes(row.state)) end()
      },
      error: reject,
    })
    if (signal?.aborted) end()
  })
}
