import { Trans } from '@lingui/react/macro'
import { useSession } from '../db/use-session.ts'
import { useAway } from '../sync/connection.ts'

/** Tells a visitor without a connection what comes next. The status is always mounted, so that its text is announced. */
export function OfflineVisitor() {
  const away = useAway()
  const session = useSession()
  if (session) return null
  return (
    <p role="status">
      {away && (
        <Trans>
          Without a connection you can fill the cart; it stays on this device. The login, which sending needs, waits for
          the connection.
        </Trans>
      )}
    </p>
  )
}
