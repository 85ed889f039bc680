import { useEffect, useState } from 'react'

/** The result of a promise. The previous one stays until then, so that no focus is lost. */
export function useLatest<T>(promise: Promise<T>): { value: T } | undefined {
  const [latest, setLatest] = useState<{ value: T }>()
  useEffect(() => {
    let isCancelled = false
    void promise.then((value) => isCancelled || setLatest({ value }))
    return () => {
      isCancelled = true
    }
  }, [promise])
  return latest
}
