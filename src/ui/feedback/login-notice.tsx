import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '../buttons.tsx'
import { isLoggedOut } from '../loading/refused-error.ts'
import { Notice } from './notice.tsx'

/** A link to the login, which leads back to this screen. */
export function LoginLink() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <LinkButton to="/login" search={{ redirect: here }}>
      <Trans comment="link to the login screen, in a notice">Login</Trans>
    </LinkButton>
  )
}

/** Says that something waits for a login, with a link to it. */
export function LoginNotice({ children }: { children: ReactNode }) {
  return (
    <Notice kind="warning">
      <p>{children}</p>
      <LoginLink />
    </Notice>
  )
}

/** The action after a failed load: log in again if the session has expired, else retry. */
export function RetryOrLogin({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isLoggedOut(error)) return <LoginLink />
  return (
    <Button onClick={onRetry}>
      <Trans>Retry</Trans>
    </Button>
  )
}
