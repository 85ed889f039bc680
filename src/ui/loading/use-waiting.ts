import { useEffect, useState } from 'react'

/** ms */
export const appearAfter = 300
const offerAfter = 10_000

export type WaitingStage = 'quiet' | 'turning' | 'long'

/** How long something has been loading: `quiet` for 300 ms, then `turning` (a wheel), after 10 s `long` (also buttons). */
export function useWaiting(isLoading = true): WaitingStage {
  const [stage, setStage] = useState<WaitingStage>('quiet')
  useEffect(() => {
    if (!isLoading) return
    const turning = setTimeout(() => setStage('turning'), appearAfter)
    const long = setTimeout(() => setStage('long'), offerAfter)
    return () => {
      clearTimeout(turning)
      clearTimeout(long)
      setStage('quiet')
    }
  }, [isLoading])
  return stage
}
