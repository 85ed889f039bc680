import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

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
