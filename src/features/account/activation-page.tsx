import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'

/** Where the link of a confirmation mail leads; it makes no call (specification section 2). */
export function ActivationPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account verified`} narrow>
      <div className="empty-state">
        <span className="empty-mark">
          <Icon name="check" />
        </span>
        <p className="page-lead">
          <Trans>Your account is verified. You can log in now.</Trans>
        </p>
        <Link to="/login" className="button button-primary">
          <Trans>Back to login</Trans>
        </Link>
      </div>
    </Page>
  )
}
