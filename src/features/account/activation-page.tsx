import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'

/** Where the link of a confirmation mail leads; it makes no call (specification section 2). */
export function ActivationPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account verified`} narrow>
      <p>
        <Trans>Your account is verified. You can log in now.</Trans>
      </p>
      <p>
        <Link to="/login" className="button button-primary">
          <Trans>Back to login</Trans>
        </Link>
      </p>
    </Page>
  )
}
