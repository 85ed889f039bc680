import type { ReactNode } from 'react'
import './table-cards.css'

export interface Column<R> {
  title: string
  cell: (row: R) => ReactNode
  /** the column that names the row: the heading of its card */
  heading?: true
  /** the column of buttons: full width at the foot of a card, its title only for screen readers */
  actions?: true
}

interface TableCardsProps<R> {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
}

/**
 * A table from 768 px up, one card per row below. It is one table in the document either way: the roles are written out,
 * since browsers drop them when the style sheet turns rows and cells into blocks.
 */
export function TableCards<R>({ caption, columns, rows, rowKey }: TableCardsProps<R>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: kept for the card layout, see above
    <table className="table-cards" role="table">
      <caption className="visually-hidden">{caption}</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tr role="row">
          {columns.map((column) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <th key={column.title} role="columnheader" scope="col">
              {column.actions ? <span className="visually-hidden">{column.title}</span> : column.title}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tbody role="rowgroup">
        {rows.map((row) => (
          // biome-ignore lint/a11y/noRedundantRoles: as above
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <Cell key={column.title} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<R>({ column, children }: { column: Column<R>; children: ReactNode }) {
  const kind = column.heading ? 'heading' : column.actions ? 'actions' : 'value'
  return column.heading ? (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <th role="rowheader" scope="row" data-kind={kind}>
      {children}
    </th>
  ) : (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <td role="cell" data-kind={kind} data-title={kind === 'value' ? column.title : undefined}>
      {children}
    </td>
  )
}
