import { liveQuery } from 'dexie'

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
