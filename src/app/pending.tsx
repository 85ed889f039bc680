import { useRouter } from '@tanstack/react-router'
import { Spinner } from '../ui/spinner.tsx'

/** While a screen loads that is saved nowhere. */
export function Pending() {
  const router = useRouter()
  return <Spinner onRetry={() => void router.invalidate()} onCancel={() => router.history.back()} />
}
