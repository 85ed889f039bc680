import { Trans, useLingui } from '@lingui/react/macro'
import { ConnectionError } from '../api/errors.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'
import { isLoggedOut, RefusedError } from './refused-error.ts'
import { WayOn } from './way-on.tsx'

/** The sentence and, where somebody answered, the status of any error that reached a screen. */
export function useErrorText(): (error: unknown) => { status: number | undefined; message: string } {
  const refusalText = useRefusalText()
  return (error) => {
    if (error instanceof RefusedError) return { status: error.refusal.status, message: refusalText(error.refusal) }
    if (error instanceof ConnectionError) return { status: error.status, message: refusalText(error) }
    return { status: undefined, message: error instanceof Error ? error.message : String(error) }
  }
}

interface FailureProps {
  error: unknown
  onRetry: () => void
}

/** Within a screen: what could not be loaded, and a way to try again; after a login that has ended the way to a new one. */
export function LoadFailure({ error, onRetry }: FailureProps) {
  const { message } = useErrorText()(error)
  return (
    <div className="empty-state">
      <Notice kind="error">
        <p>
          <strong>
            <Trans>This could not be loaded.</Trans>
          </strong>
        </p>
        <p>{message}</p>
      </Notice>
      <WayOn loggedOut={isLoggedOut(error)} onRetry={onRetry} />
    </div>
  )
}

/** The fallback error screen of specification section 2: status and message. */
export function ErrorPage({ error, onRetry }: FailureProps) {
  const { t } = useLingui()
  const { status, message } = useErrorText()(error)
  return (
    <Page title={t`Unexpected Application Error!`} narrow>
      <Notice kind="error">
        {status !== undefined && (
          <p>
            <strong>
              <Trans>Status {status}</Trans>
            </strong>
          </p>
        )}
        <p>{message}</p>
      </Notice>
      <div className="button-row">
        <button type="button" className="button button-primary" onClick={onRetry}>
          <Trans>Retry</Trans>
        </button>
        <a className="button" href="#/">
          <Trans>Back to Home</Trans>
        </a>
      </div>
    </Page>
  )
}
