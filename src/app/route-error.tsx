import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useTitle } from '../ui/title.ts'
import { useErrorText } from '../ui/use-error-text.ts'

/**
 * What shows when a route or its screen failed, with status and message (specification section 2); the rest of the app, the
 * outbox too, goes on. It needs no file that is not there yet.
 */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const { status, message } = useErrorText()(error)
  const title = t`Unexpected Application Error!`
  useTitle(title)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="plain-page">
      <h1 tabIndex={-1}>{title}</h1>
      <div role="alert">
        {status !== undefined && (
          <p>
            <strong>
              <Trans>Status {status}</Trans>
            </strong>
          </p>
        )}
        <p>{message}</p>
      </div>
      <div className="plain-buttons">
        <button type="button" className="button button-primary" onClick={retry}>
          <Trans>Retry</Trans>
        </button>
        <Link className="button" to="/">
          <Trans>Back to Home</Trans>
        </Link>
      </div>
    </div>
  )
}
