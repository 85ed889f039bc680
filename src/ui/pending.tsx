import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { lazyPart } from './lazy-part.tsx'
import type { WheelProps } from './spinner.tsx'
import { useWaiting, type WaitingStage } from './use-waiting.ts'

const Wheel = lazyPart(() => import('./spinner.tsx').then((module) => module.Wheel), PlainWheel)

/** While a screen loads that is saved nowhere. */
export function Pending() {
  return <PendingAt stage={useWaiting()} />
}

/** In place of a part of a screen, which knows how long it has been loading. */
export function PendingAt({ stage }: { stage: WaitingStage }) {
  const router = useRouter()
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
