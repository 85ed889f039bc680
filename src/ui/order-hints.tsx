import { Trans } from '@lingui/react/macro'
import { useSession } from '../db/use-deps.tsx'
import { useAway } from '../sync/connection.ts'

/** Says that more is asked for than there is in stock, which stops nobody. */
export function MoreThanStock({ tonnes, stock }: { tonnes: number | undefined; stock: number }) {
  if (stock > 0 && (tonnes === undefined || tonnes <= stock)) return null
  return (
    <p className="muted">
      {stock > 0 ? (
        <Trans>This is more than we have in stock today. We will tell you when we can have it.</Trans>
      ) : (
        <Trans>There is none in stock today. Ask anyway: we will tell you when we can have it.</Trans>
      )}
    </p>
  )
}

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
