import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

/** The target of the link in a confirmation mail. It makes no API call (specification section 2). */
export function ActivationPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account verified`} narrow>
      <EmptyState
        icon="check"
        action={
          <LinkButton to="/login" variant="solid">
            <Trans>Back to login</Trans>
          </LinkButton>
        }
      >
        <Trans>Your account is verified. You can log in now.</Trans>
      </EmptyState>
    </Page>
  )
}
