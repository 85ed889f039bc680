import type { ReactNode } from 'react'
import { useTitle } from './title.ts'

/** The frame of a screen that does without Chakra: lists, products and failures (docs/decisions/009-lists-and-products.md). */
export function PlainPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <div className="page">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="page-lead">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
