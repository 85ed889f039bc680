import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { LoadFailure } from '../../ui/loading/load-failure.tsx'
import { Page } from '../../ui/page.tsx'

/** The error view of a product list (specification section 2). */
export function ProductsFailure({ error }: { error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <Page title={t`Products`}>
      <LoadFailure error={error} onRetry={() => void router.invalidate()} />
    </Page>
  )
}
