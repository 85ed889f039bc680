import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import type { Failure } from '../ui/failure-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useErrorText } from '../ui/refused-error.ts'

const FailurePage = lazyPart(() => import('../ui/failure-page.tsx').then((module) => module.FailurePage), PlainFailure)

/**
 * What shows when a route or its screen failed, with status and message (specification section 2); the rest of the app, the
 * outbox too, goes on.
 */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const failure = useErrorText()(error)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <FailurePage title={t`Unexpected Application Error!`} {...failure} onRetry={retry} />
}

/** The same where nothing more can be fetched. */
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
