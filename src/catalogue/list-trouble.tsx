import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '../ui/buttons.tsx'
import { LoadFailure } from '../ui/feedback/notice.tsx'
import { EmptyState, Page } from '../ui/page.tsx'

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

/** Shown in place of an empty product list. */
export function EmptyList({ title }: { title: ReactNode }) {
  return (
    <EmptyState
      icon="fish"
      title={title}
      action={
        <LinkButton to="/products">
          <Trans>All products</Trans>
        </LinkButton>
      }
    />
  )
}
