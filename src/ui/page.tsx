import type { ReactNode } from 'react'
import { useTitle } from './title.ts'
import '../theme/screens.css'

interface PageProps {
  title: string
  /** the main heading, where it is more than the title's words */
  heading?: ReactNode
  /** a quiet sentence below the heading */
  lead?: ReactNode
  /** stands to the right of the heading, below it on a phone */
  actions?: ReactNode
  /** for forms and texts: a column that is comfortable to read */
  narrow?: boolean
  children: ReactNode
}

/** The frame of a screen: title of the tab, main heading (which gets the focus after a navigation), content. */
export function Page({ title, heading = title, lead, actions, narrow, children }: PageProps) {
  useTitle(title)
  return (
    <div className={narrow ? 'page page-narrow' : 'page'}>
      <div className="page-head">
        <div>
          <h1 tabIndex={-1}>{heading}</h1>
          {lead && <p className="page-lead">{lead}</p>}
        </div>
        {actions && <div className="page-actions no-print">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
