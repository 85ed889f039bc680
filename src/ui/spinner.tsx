import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import '../theme/screens.css'

const appearAfter = 300
const offerAfter = 10_000

interface SpinnerProps {
  /** where there is something to try again; appears after 10 s */
  onRetry?: () => void
  onCancel?: () => void
}

/** For the first load of something that is saved nowhere: nothing for 300 ms, then a wheel, after 10 s a way out. */
export function Spinner({ onRetry, onCancel }: SpinnerProps) {
  const [stage, setStage] = useState<'quiet' | 'turning' | 'long'>('quiet')
  useEffect(() => {
    const turning = setTimeout(() => setStage('turning'), appearAfter)
    const long = setTimeout(() => setStage('long'), offerAfter)
    return () => {
      clearTimeout(turning)
      clearTimeout(long)
    }
  }, [])
  if (stage === 'quiet') return <div className="spinner-place" />
  return (
    <div className="spinner-place" role="status">
      <span className="spinner" aria-hidden="true" />
      <p className="muted">
        {stage === 'long' ? <Trans>The connection is slow. Still trying…</Trans> : <Trans>Loading…</Trans>}
      </p>
      {stage === 'long' && (
        <div className="button-row">
          {onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              <Trans>Retry</Trans>
            </button>
          )}
          {onCancel && (
            <button type="button" className="button" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
