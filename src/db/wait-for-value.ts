import { liveQuery } from 'dexie'
import type { ShopDatabase } from './schema.ts'
import { getValue, putValue } from './values.ts'

export interface Wait {
  /** ms */
  within: number
  signal?: AbortSignal | undefined
}

/** Waits, at most `within` ms, until a live query has a value that ends the wait. Returns the value as it is then. */
export function waitForValue<T>(
  query: () => Promise<T>,
  isEnd: (value: T) => boolean,
  { within, signal }: Wait,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let last: { value: T } | undefined
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      watching.unsubscribe()
      resolve(last ? last.value : query())
    }
    const timer = setTimeout(end, within)
    signal?.addEventListener('abort', end, { once: true })
    const watching = liveQuery(query).subscribe({
      next(value) {
        last = { value }
        // values come only after `subscribe` has returned
        if (isEnd(value)) end()
      },
      error(cause) {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        reject(cause)
      },
    })
    if (signal?.aborted) end()
  })
}

/** Calls `next` with each value of a live query until the signal aborts, and never where the database fails. */
export function watchQuery<T>(query: () => Promise<T>, next: (value: T) => void, signal: AbortSignal): void {
  // an async function: of any other Dexie observes only what is read before the first await
  const watch = liveQuery(async () => query()).subscribe({ next, error: () => undefined })
  signal.addEventListener('abort', () => watch.unsubscribe())
}

/** Asks whoever holds the device's lock for a pull of these feeds. */
export function askForPull(db: ShopDatabase, feeds: readonly ('orders' | 'catalogue')[]): Promise<void> {
  return db.transaction('rw', db.values, async () => {
    const asked = (await getValue(db, 'pull-asked')) ?? { orders: 0, catalogue: 0 }
    for (const feed of feeds) asked[feed]++
    await putValue(db, 'pull-asked', asked)
  })
}
