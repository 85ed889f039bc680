import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** A drawing of the harbour by what is missing; a boat where nothing special is. */
const drawings: Partial<Record<IconName, string>> = { cart: 'crates', list: 'crates', cloud: 'lighthouse' }

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  const drawing = (icon && drawings[icon]) ?? 'boat'
  return (
    <div className="empty-state">
      <img className="empty-drawing" src={`./brand/empty-${drawing}.svg`} alt="" width="240" height="120" />
      {title && <p className="empty-title">{title}</p>}
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}
