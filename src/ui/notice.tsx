import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import '../theme/screens.css'

type Kind = 'info' | 'success' | 'warning' | 'error'
const icons: Record<Kind, IconName> = { info: 'info', success: 'check', warning: 'warning', error: 'warning' }

/** A box that says something about the screen. Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ kind = 'info', children }: { kind?: Kind; children: ReactNode }) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div className="notice-body">{children}</div>
    </div>
  )
}
