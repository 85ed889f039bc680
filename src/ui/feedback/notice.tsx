import { Alert, Button, Grid } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '../buttons.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { isLoggedOut, useErrorText } from '../loading/refused-error.ts'

type Kind = 'info' | 'success' | 'warning' | 'error'
const icons: Record<Kind, IconName> = { info: 'info', success: 'check', warning: 'warning', error: 'warning' }

interface NoticeProps {
  kind?: Kind
  /** not announced, since a sentence elsewhere says it */
  isQuiet?: boolean
  children: ReactNode
}

/** A message box. Screen readers announce errors at once, other messages politely. */
export function Notice({ kind = 'info', isQuiet = false, children }: NoticeProps) {
  return (
    <Alert.Root status={kind} role={isQuiet ? 'group' : kind === 'error' ? 'alert' : 'status'}>
      <Alert.Indicator>
        <Icon name={icons[kind]} />
      </Alert.Indicator>
      <Alert.Content>{children}</Alert.Content>
    </Alert.Root>
  )
}

export function LoginLink() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <LinkButton to="/login" search={{ redirect: here }}>
      <Trans comment="link to the login screen, in a notice">Login</Trans>
    </LinkButton>
  )
}

export function LoginNotice({ children }: { children: ReactNode }) {
  return (
    <Notice kind="warning">
      <p>{children}</p>
      <LoginLink />
    </Notice>
  )
}

/** Stands in place of what only the shop has. */
export const FromShop = ({ isMissing }: { isMissing: boolean }) => (
  <p role="status">{isMissing ? <Trans>This needs a connection to the shop.</Trans> : <Trans>Loading…</Trans>}</p>
)

export function RetryOrLogin({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isLoggedOut(error)) return <LoginLink />
  return (
    <Button onClick={onRetry}>
      <Trans>Retry</Trans>
    </Button>
  )
}

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message } = useErrorText()(error)
  return (
    <Grid
      justifyItems="center"
      gap="5"
      paddingBlock="clamp(2rem, 6vw, 4rem)"
      paddingInline="4"
      border="1px dashed {colors.border.emphasized}"
      borderRadius="l3"
    >
      <Notice kind="error">
        <p>
          <strong>
            <Trans>This could not be loaded.</Trans>
          </strong>
        </p>
        <p>{message}</p>
      </Notice>
      <RetryOrLogin error={error} onRetry={onRetry} />
    </Grid>
  )
}
