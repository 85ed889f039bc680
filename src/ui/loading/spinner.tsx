import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
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

interface SpinnerProps {
  stage?: WaitingStage
  onRetry?: () => void
  onCancel?: () => void
}

/** For the first load of data that is not on the device. Plain, since Chakra's code may still be loading. */
export function Spinner({ stage: given, onRetry, onCancel }: SpinnerProps) {
  const { t } = useLingui()
  const own = useWaiting(given === undefined)
  const stage = given ?? own
  if (stage === 'quiet') return <div className="waiting" />
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      <p className="muted">
        {stage === 'long' ? <Trans>This takes longer than usual. Still trying…</Trans> : <Trans>Loading…</Trans>}
      </p>
      {stage === 'long' && (
        <div className="row">
          {onRetry && <button type="button" className="button" onClick={onRetry}>{t`Retry`}</button>}
          {onCancel && <button type="button" className="button" onClick={onCancel}>{t`Cancel`}</button>}
        </div>
      )}
    </div>
  )
}

export function Pending(props: Pick<SpinnerProps, 'stage'>) {
  const router = useRouter()
  return <Spinner {...props} onRetry={() => void router.invalidate()} onCancel={() => router.history.back()} />
}
