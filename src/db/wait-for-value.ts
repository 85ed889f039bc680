import { liveQuery } from 'dexie'
import { within } from '../lib/cancel.ts'
import { getValue, putValue } from './key-value.ts'
import type { ShopDatabase } from './schema.ts'

/** Calls `next` with each value of a live query until the signal aborts, and never where the database fails. */
export function watchQuery<T>(query: () => Promise<T>, next: (value: T) => void, signal: AbortSignal): void {
  // an async function: of any other Dexie observes only what is read before the first await
  const watch = liveQuery(async () => query()).subscribe({ next, error: () => undefined })
  signal.addEventListener('abort', () => watch.unsubscribe())
}

/** The first value of a live query that ends the wait, or its value after `milliseconds`. */
export async function waitForValue<T>(
  query: () => Promise<T>,
  isEnd: (value: T) => boolean,
  milliseconds: number,
): Promise<T> {
  const stop = new AbortController()
  const end = new Promise<T>((resolve) => watchQuery(query, (value) => isEnd(value) && resolve(value), stop.signal))
  const value = await within(milliseconds, end)
  stop.abort()
  return value ?? query()
}

/** Asks whoever holds the device's lock for a pull of these feeds. */
export function askForPull(db: ShopDatabase, feeds: readonly ('orders' | 'catalogue')[]): Promise<void> {
  return db.transaction('rw', db.keyValue, async () => {
    const asked = (await getValue(db, 'pull-asked')) ?? { orders: 0, catalogue: 0 }
    for (const feed of feeds) asked[feed]++
    await putValue(db, 'pull-asked', asked)
  })
}
