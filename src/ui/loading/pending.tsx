import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { lazyPart } from './late-part.tsx'
import type { WheelProps } from './spinner.tsx'
import { useWaiting, type WaitingStage } from './use-waiting.ts'

const Wheel = lazyPart(() => import('./spinner.tsx').then((module) => module.Wheel), { Plain: PlainWheel })

/** Shown while a screen loads that is not saved on the device. */
export function Pending() {
  return <PendingAt stage={useWaiting()} />
}

/** Like `Pending`, for a part of a screen that measures its own loading time. */
export function PendingAt({ stage }: { stage: WaitingStage }) {
  const router = useRouter()
  return <Wheel stage={stage} onRetry={() => void router.invalidate()} onCancel={() => router.history.back()} />
}

/** A wheel without Chakra, whose code may still be loading. */
function PlainWheel({ stage, onRetry, onCancel }: WheelProps) {
  return (
    <div role="status" style={{ minHeight: '50vh' }}>
      {stage !== 'quiet' && (
        <p>{stage === 'long' ? <Trans>This takes longer than usual. Still trying…</Trans> : <Trans>Loading…</Trans>}</p>
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
