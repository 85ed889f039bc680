import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useWaiting } from '../ui/use-waiting.ts'

/** While a screen loads that is saved nowhere. It looks like ui/spinner.tsx, without waiting for Chakra's code. */
export function Pending() {
  const router = useRouter()
  const stage = useWaiting()
  if (stage === 'quiet') return <div className="pending" />
  return (
    <div className="pending" role="status">
      <span className="spinner" aria-hidden="true" />
      <p>{stage === 'long' ? <Trans>The connection is slow. Still trying…</Trans> : <Trans>Loading…</Trans>}</p>
      {stage === 'long' && (
        <div className="plain-buttons">
          <button type="button" className="button" onClick={() => void router.invalidate()}>
            <Trans>Retry</Trans>
          </button>
          <button type="button" className="button" onClick={() => router.history.back()}>
            <Trans>Cancel</Trans>
          </button>
        </div>
      )}
    </div>
  )
}
