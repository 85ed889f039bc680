import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from './icon.tsx'
import { Page } from './page.tsx'

/** The not-found view; offline it says that the thing may well exist, only not on this device. */
export function NotFoundPage({ offline = false }: { offline?: boolean }) {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`} narrow>
      <div className="empty-state">
        <span className="empty-mark">
          <Icon name={offline ? 'cloud' : 'fish'} />
        </span>
        <p className="page-lead">
          {offline ? (
            <Trans>
              You are offline, and this is not saved on this device. Open it again when there is a connection.
            </Trans>
          ) : (
            <Trans>There is nothing at this address, or not any more.</Trans>
          )}
        </p>
        <a className="button button-primary" href="#/">
          <Trans>Back to Home</Trans>
        </a>
      </div>
    </Page>
  )
}
