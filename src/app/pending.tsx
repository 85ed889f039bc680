import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { WheelProps } from '../ui/spinner.tsx'
import { useWaiting } from '../ui/use-waiting.ts'

const Wheel = lazyPart(() => import('../ui/spinner.tsx').then((module) => module.Wheel), PlainWheel)

/** While a screen loads that is saved nowhere. */
export function Pending() {
  const router = useRouter()
  const stage = useWaiting()
  return <Wheel stage={stage} onRetry={() => void router.invalidate()} onCancel={() => router.history.back()} />
}

/** The same in words: Chakra's code may be what the screen waits for. */
function PlainWheel({ stage, onRetry, onCancel }: WheelProps) {
  return (
    <div role="status" style={{ minHeight: '50vh' }}>
      {stage !== 'quiet' && (
        <p>{stage === 'long' ? <Trans>The connection is slow. Still trying…</Trans> : <Trans>Loading…</Trans>}</p>
      )}
      {stage === 'long' && (
        <>
          <button type="button" className="button" onClick={onRetry}>
            <Trans>Retry</Trans>
          </button>{' '}
          <button type="button" className="button" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </button>
        </>
      )}
    </div>
  )
}
