import { useEffect, useRef, useState } from 'react'
import { useDeps } from './use-deps.tsx'

/**
 * Dexie's `useLiveQuery` for the screens whose script comes before Dexie's. `key` says what the query asks for; the answer for the
 * key before stays until the next one.
 */
export function useLive<T>(key: string, query: () => Promise<T>): T | undefined {
  const { liveQuery } = useDeps()
  const [found, setFound] = useState<T>()
  const latest = useRef(query)
  latest.current = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query
  useEffect(() => {
    const watch = liveQuery(() => latest.current().catch(() => undefined)).subscribe({
      next: setFound,
      error: () => undefined,
    })
    return () => watch.unsubscribe()
  }, [liveQuery, key])
  return found
}
