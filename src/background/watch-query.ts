import { liveQuery } from 'dexie'

/** Calls `next` with each value of a live query, and never where the database fails. Returns a function that stops it. */
export function watchQuery<T>(query: () => Promise<T>, next: (value: T) => void): () => void {
  const watch = liveQuery(query).subscribe({ next, error: () => undefined })
  return () => watch.unsubscribe()
}
