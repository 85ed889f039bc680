import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../api/api-errors.ts'
import { useAway } from '../sync/connection.ts'

/**
 * What only the server has, fetched when a screen needs it and there is a connection. `key` names it: with another one it is
 * fetched again, and until then the earlier one stays; nothing is fetched while it is undefined.
 */
export function useFetched<T>(key: string | number | undefined, fetchIt: (signal: AbortSignal) => Promise<Reply<T>>) {
  const isAway = useAway()
  const [found, setFound] = useState<{ key: typeof key; body: T }>()
  const [hasFailed, setFailed] = useState(false)
  const fetchLatest = useRef(fetchIt)
  fetchLatest.current = fetchIt
  const isDue = key !== undefined && found?.key !== key && !isAway
  useEffect(() => {
    if (!isDue) return
    const leaving = new AbortController()
    setFailed(false)
    fetchLatest.current(leaving.signal).then(
      (reply) => {
        if (leaving.signal.aborted) return
        if (reply.ok) setFound({ key, body: reply.body })
        else setFailed(true)
      },
      () => leaving.signal.aborted || setFailed(true),
    )
    return () => leaving.abort()
  }, [key, isDue])
  return {
    body: found?.body,
    /** it could not be fetched, or there is no connection */
    isMissing: hasFailed || isAway,
    /** puts what another call has answered in its place */
    change: (changed: (before: T) => T) =>
      setFound((before) => before && { key: before.key, body: changed(before.body) }),
  }
}
