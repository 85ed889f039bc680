import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'

/** The list could not be loaded (specification section 2: an error view). */
export function ProductsFailure({ error }: { error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <Page title={t`Products`}>
      <LoadFailure error={error} onRetry={() => void router.invalidate()} />
    </Page>
  )
}
