import { type ReactNode, useEffect } from 'react'
import { shop } from '../lib/shop-settings.ts'
import '../theme/screens.css'

/** Puts the screen's name before the shop's in the title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shop.name}` : shop.name
  }, [title])
}

interface PageProps {
  title: string
  /** a quiet sentence below the heading */
  lead?: ReactNode
  /** stands to the right of the heading, below it on a phone */
  actions?: ReactNode
  /** for forms and texts: a column that is comfortable to read */
  narrow?: boolean
  children: ReactNode
}

/** The frame of a screen: title of the tab, main heading (which gets the focus after a navigation), content. */
export function Page({ title, lead, actions, narrow, children }: PageProps) {
  useTitle(title)
  return (
    <div className={narrow ? 'page page-narrow' : 'page'}>
      <div className="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="page-lead">{lead}</p>}
        </div>
        {actions && <div className="page-actions no-print">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
