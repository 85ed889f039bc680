import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

/** The way to a new login, and back to where the person is. */
function LoginLink() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <Button asChild>
      <Link to="/login" search={{ redirect: here }}>
        <Trans comment="link to the login screen, in a notice">Login</Trans>
      </Link>
    </Button>
  )
}

/** What waits for a login (`children` say it), and the way there. */
export function LoginNotice({ children }: { children: ReactNode }) {
  return (
    <Notice kind="warning">
      <p>{children}</p>
      <LoginLink />
    </Notice>
  )
}

/** What can be done when nothing came: a new login where the old one has ended, else another try. */
export function WayOn({ loggedOut, onRetry }: { loggedOut: boolean; onRetry: () => void }) {
  if (loggedOut) return <LoginLink />
  return (
    <Button onClick={onRetry}>
      <Trans>Retry</Trans>
    </Button>
  )
}
