import { liveQuery } from 'dexie'

/** Calls `next` with each value of a live query until the signal aborts, and never where the database fails. */
export function watchQuery<T>(query: () => Promise<T>, next: (value: T) => void, signal: AbortSignal): void {
  // an async function: of any other Dexie observes only what is read before the first await
  const watch = liveQuery(async () => query()).subscribe({ next, error: () => undefined })
  signal.addEventListener('abort', () => watch.unsubscribe())
}
