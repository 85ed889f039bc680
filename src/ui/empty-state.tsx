import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && (
        <span className="empty-icon">
          <Icon name={icon} />
        </span>
      )}
      {title && <p className="empty-title">{title}</p>}
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}
