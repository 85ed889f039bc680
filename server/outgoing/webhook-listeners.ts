import type { Database } from '../platform/db/client.ts'
import type { Handle } from '../platform/db/handle.ts'
import { listWebhooks } from './webhooks-table.ts'

interface Listener {
  id: string
  events: readonly string[]
}

/** Milliseconds for which the list is taken to be right if the database does not tell of a change. */
const cacheTime = 10_000

/** Knows which webhooks are told of what, so that an order of a shop without any costs no query. */
export function watchWebhooks(db: Pick<Database, 'hintListeners'>) {
  let cached: { listeners: readonly Listener[]; until: number } | undefined
  let changes = 0
  db.hintListeners.add(({ kind }) => {
    if (kind !== 'webhooks') return
    cached = undefined
    changes++
  })
  return async (tx: Handle): Promise<readonly Listener[]> => {
    if (cached && performance.now() < cached.until) return cached.listeners
    const before = changes
    const rows = await listWebhooks(tx)
    const listeners = rows.flatMap(({ id, events, paused }) =>
      paused === '' ? [{ id, events: events.split(' ') }] : [],
    )
    // one that was changed meanwhile is read again
    if (before === changes) cached = { listeners, until: performance.now() + cacheTime }
    return listeners
  }
}
