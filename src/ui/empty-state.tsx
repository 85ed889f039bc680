import { EmptyState as Chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  title?: ReactNode
  /** what would be here */
  children?: ReactNode
  /** a link to the next step */
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Chakra.Root px="2">
      <Chakra.Content>
        {icon && (
          <Chakra.Indicator>
            <Icon name={icon} />
          </Chakra.Indicator>
        )}
        {title && <Chakra.Title as="p">{title}</Chakra.Title>}
        {children && <Chakra.Description as="p">{children}</Chakra.Description>}
        {action}
      </Chakra.Content>
    </Chakra.Root>
  )
}
