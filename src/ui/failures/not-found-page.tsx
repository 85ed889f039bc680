import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ConnectionError } from '../../api/api-errors.ts'
import { LinkButton } from '../buttons.tsx'
import type { IconName } from '../icon.tsx'
import { EmptyState, Page } from '../page.tsx'

export function NotFoundPage() {
  return (
    <NotFound icon="fish">
      <Trans>There is nothing at this address, or no longer.</Trans>
    </NotFound>
  )
}

/** Shown offline: the thing may exist, but it is not on this device. */
function NotSavedPage() {
  return (
    <NotFound icon="cloud">
      <Trans>You are offline, and this is not saved on this device. Open it again when there is a connection.</Trans>
    </NotFound>
  )
}

/** The view of failed product and order pages (specification section 8). Without a connection it is not a 404. */
export function NotFoundFailure({ error }: { error: unknown }) {
  return error instanceof ConnectionError ? <NotSavedPage /> : <NotFoundPage />
}

function NotFound({ icon, children }: { icon: IconName; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`} narrow>
      <EmptyState
        icon={icon}
        action={
          <LinkButton to="/" variant="solid">
            <Trans>Back to Home</Trans>
          </LinkButton>
        }
      >
        {children}
      </EmptyState>
    </Page>
  )
}
