import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

/** The target of the link in a confirmation mail. It makes no API call (specification section 2). */
export function ActivationPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account verified`} narrow>
      <EmptyState
        icon="check"
        action={
          <Button variant="solid" asChild>
            <Link to="/login">
              <Trans>Back to login</Trans>
            </Link>
          </Button>
        }
      >
        <Trans>Your account is verified. You can log in now.</Trans>
      </EmptyState>
    </Page>
  )
}
