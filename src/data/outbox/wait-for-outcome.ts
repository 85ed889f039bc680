import { liveQuery } from 'dexie'
import type { OutboxRow } from '../rows.ts'
import type { ShopDatabase } from '../schema.ts'
import { getOutboxRow } from './outbox-rows.ts'

interface Wait {
  /** ms */
  within: number
  signal?: AbortSignal | undefined
  /** also ends when a first try has ended without an answer */
  orTried?: boolean
}

/** Waits, at most `within` ms, until an entry is sent, refused or waits for a login. Returns it as it is then. */
export function waitForOutcome(
  db: ShopDatabase,
  id: string,
  { within, signal, orTried = false }: Wait,
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
        const isTried = orTried && row?.state === 'queued' && row.problem !== undefined
        if (isTried || (row && ['done', 'attention', 'waiting-login'].includes(row.state))) end()
      },
      error: reject,
    })
    if (signal?.aborted) end()
  })
}
