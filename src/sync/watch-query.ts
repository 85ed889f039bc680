import { liveQuery } from 'dexie'

/** Calls `next` with each value of a live query until the signal aborts, and never where the database fails. */
export function watchQuery<T>(query: () => Promise<T>, next: (value: T) => void, signal: AbortSignal): void {
  const watch = liveQuery(query).subscribe({ next, error: () => undefined })
  signal.addEventListener('abort', () => watch.unsubscribe())
}
