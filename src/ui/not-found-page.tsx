import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConnectionError } from '../api/errors.ts'
import { EmptyState } from './empty-state.tsx'
import type { IconName } from './icon.tsx'
import { Page } from './page.tsx'

/** The not-found view. */
export function NotFoundPage() {
  return (
    <Nothing icon="fish">
      <Trans>There is nothing at this address, or not any more.</Trans>
    </Nothing>
  )
}

/** Offline the thing may well exist, only not on this device. */
export function NotSavedPage() {
  return (
    <Nothing icon="cloud">
      <Trans>You are offline, and this is not saved on this device. Open it again when there is a connection.</Trans>
    </Nothing>
  )
}

/** Product and order pages that fail show the not-found view (specification section 8); offline is no 404. */
export function NotFoundFailure({ error }: { error: unknown }) {
  return error instanceof ConnectionError ? <NotSavedPage /> : <NotFoundPage />
}

function Nothing({ icon, children }: { icon: IconName; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`} narrow>
      <EmptyState
        icon={icon}
        action={
          <Button asChild variant="solid">
            <Link to="/">
              <Trans>Back to Home</Trans>
            </Link>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Page>
  )
}
