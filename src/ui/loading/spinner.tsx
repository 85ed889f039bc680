import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** ms */
export const appearAfter = 150
const offerAfter = 10_000

export type WaitingStage = 'quiet' | 'turning' | 'long'

/** How long something has been loading: `quiet` for 150 ms, then `turning` (an outline), after 10 s `long` (also buttons). */
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

/** What a screen is made of. */
type Shape = 'rows' | 'cards' | 'product'

interface SpinnerProps {
  stage?: WaitingStage
  shape?: Shape
  onRetry?: () => void
  onCancel?: () => void
}

/** For the first load of data that is not on the device: an outline of what comes. Plain, since Chakra's code may still be loading. */
export function Spinner({ stage: given, shape = 'rows', onRetry, onCancel }: SpinnerProps) {
  const { t } = useLingui()
  const own = useWaiting(given === undefined)
  const stage = given ?? own
  if (stage === 'quiet') return <div className="waiting" />
  return (
    <div className="waiting" role="status">
      <p className={stage === 'long' ? 'muted' : 'visually-hidden'}>
        {stage === 'long' ? <Trans>This takes longer than usual. Still trying…</Trans> : <Trans>Loading…</Trans>}
      </p>
      {stage === 'long' && (
        <div className="row segments">
          {onRetry && <button type="button" className="button" onClick={onRetry}>{t`Retry`}</button>}
          {onCancel && <button type="button" className="button" onClick={onCancel}>{t`Cancel`}</button>}
        </div>
      )}
      <Outline shape={shape} />
    </div>
  )
}

const bones = (keys: string) => [...keys].map((key) => <div className="bone" key={key} />)

function Outline({ shape }: { shape: Shape }) {
  if (shape === 'rows') return <div className="bones bone-rows">{bones('abcdef')}</div>
  if (shape === 'product')
    return (
      <div className="product">
        <span className="picture" />
        <div className="bones">{bones('abcde')}</div>
      </div>
    )
  return (
    <div className="cards">
      {[...'abcdef'].map((key) => (
        <div className="card" key={key}>
          <span className="picture" />
          <div className="card-body bones">{bones('ab')}</div>
        </div>
      ))}
    </div>
  )
}

/** A screen that is still loading. */
export function Pending({ stage, shape }: Pick<SpinnerProps, 'stage' | 'shape'>) {
  const router = useRouter()
  return (
    <Spinner
      stage={stage}
      shape={shape}
      onRetry={() => void router.invalidate()}
      onCancel={() => router.history.back()}
    />
  )
}

/** The same with the place of a title. */
const pendingScreen = (shape: Shape) =>
  function PendingScreen() {
    return (
      <div className="page">
        <div className="bone bone-title" />
        <Pending shape={shape} />
      </div>
    )
  }
export const PendingRows = pendingScreen('rows')
export const PendingCards = pendingScreen('cards')
export const PendingProduct = pendingScreen('product')
