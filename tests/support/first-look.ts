import { liveQuery } from 'dexie'

/** Waits until a live query that was opened before has its first value: then one with the same `query`, opened after it, has it too. */
export function firstLook(query: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const watch = liveQuery(query).subscribe({
      next() {
        watch.unsubscribe()
        resolve()
      },
      error: reject,
    })
  })
}
