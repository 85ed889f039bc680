import type { ReactNode } from 'react'

interface CataloguePageProps {
  title: string
  /** a muted sentence below the heading */
  lead?: ReactNode
  children: ReactNode
}

/** The frame of product lists and product pages, with the classes of the first screen (docs/decisions/009-lists-and-products.md). */
export function CataloguePage({ title, lead, children }: CataloguePageProps) {
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
