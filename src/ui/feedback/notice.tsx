import { Alert } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

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
