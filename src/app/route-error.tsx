import { useRouter } from '@tanstack/react-router'
import { ErrorPage } from '../ui/error-view.tsx'

/** What shows when a route or its screen failed; the rest of the app, the outbox too, goes on. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorPage error={error} onRetry={retry} />
}
