import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { ConnectionError } from '../api/exchange.ts'
import { openAnew } from '../db/database.ts'
import { useDeps } from '../db/use-deps.tsx'
import { EmptyState } from './empty-state.tsx'
import { ChunkError, prepareRetry } from './loading/lazy-part.tsx'
import { useErrorText } from './loading/refused-error.ts'
import { PlainPage } from './plain-page.tsx'
import { SearchForm } from './search-form.tsx'

/** The view of a route that failed, with status and message (specification section 2). Without Chakra, whose code may be what is missing. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const { db } = useDeps()
  const { status, message } = useErrorText()(error)
  const retry = async () => {
    if (error instanceof ChunkError && prepareRetry(error)) return
    await openAnew(db).catch(() => undefined)
    reset()
    await router.invalidate()
  }
  return (
    <PlainPage title={t`Unexpected Application Error!`}>
      <div role="alert">
        {status !== undefined && (
          <p>
            <strong>{t`Status ${status}`}</strong>
          </p>
        )}
        <p>{message}</p>
      </div>
      <div className="row segments">
        <button type="button" className="button button-primary" onClick={() => void retry().catch(() => undefined)}>
          <Trans>Retry</Trans>
        </button>
        <BackToHome />
      </div>
    </PlainPage>
  )
}

/** What is not there (specification section 8). After a failed connection it is not a 404: the thing may exist. */
export function NotFoundPage({ error }: { error?: unknown; data?: unknown }) {
  const { t } = useLingui()
  const isAway = error instanceof ConnectionError
  return (
    <PlainPage title={t`Page not found`}>
      <EmptyState
        icon={isAway ? 'cloud' : 'fish'}
        action={
          <>
            <SearchForm />
            <BackToHome />
          </>
        }
      >
        {isAway ? (
          <Trans>
            You are offline, and this is not saved on this device. Open it again when there is a connection.
          </Trans>
        ) : (
          <Trans>There is nothing at this address, or no longer.</Trans>
        )}
      </EmptyState>
    </PlainPage>
  )
}

function BackToHome() {
  return (
    <Link className="button" to="/">
      <Trans>Back to Home</Trans>
    </Link>
  )
}
