import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useDeps } from '../../db/use-deps.tsx'
import { ChunkError, prepareRetry } from '../loading/chunk.ts'
import { lazyPart } from '../loading/late-part.tsx'
import { useErrorText } from '../loading/refused-error.ts'
import type { Failure } from './failure-page.tsx'

const FailurePage = lazyPart(() => import('./failure-page.tsx').then((module) => module.FailurePage), {
  Plain: PlainFailure,
})

/**
 * The view of a route that failed, with status and message (specification section 2). The rest of the app continues to
 * work, including the outbox.
 */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const { db } = useDeps()
  const failure = useErrorText()(error)
  const retry = () => {
    if (error instanceof ChunkError && prepareRetry(error)) return
    // Dexie is no part of the first scripts
    const opening = import('../../db/open.ts').then(({ openAnew }) => openAnew(db))
    void opening
      .catch(() => undefined)
      .then(() => {
        reset()
        return router.invalidate()
      })
  }
  return <FailurePage title={t`Unexpected Application Error!`} {...failure} onRetry={retry} />
}

/** The same view without Chakra, for when no code can be loaded. */
function PlainFailure({ title, status, message, onRetry }: Failure) {
  return (
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      <p role="alert">
        {status} {message}
      </p>
      <button type="button" className="button button-primary" onClick={onRetry}>
        <Trans>Retry</Trans>
      </button>{' '}
      <Link className="button" to="/">
        <Trans>Back to Home</Trans>
      </Link>
    </div>
  )
}
