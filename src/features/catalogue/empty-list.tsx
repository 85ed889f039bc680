import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown in place of an empty product list. */
export function EmptyList({ title }: { title: ReactNode }) {
  return (
    <EmptyState
      icon="fish"
      title={title}
      action={
        <Button asChild>
          <Link to="/products">
            <Trans>All products</Trans>
          </Link>
        </Button>
      }
    />
  )
}
