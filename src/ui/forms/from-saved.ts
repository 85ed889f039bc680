import { isRecord, parseJson } from '../../lib/record.ts'

interface SavedRows {
  /** the name of the list in the values */
  list: string
  /** ids of the rows' products, in the order of the form */
  products: readonly string[]
  /** what earlier versions called the cells: they saved each by itself, such as `price:ID` */
  oldCells: Record<string, string>
}

/** The saved rows of a form, each at the place of its `product`. */
export function savedRows(saved: Record<string, unknown>, { list, products, oldCells }: SavedRows): unknown[] {
  const rows = saved[list]
  if (Array.isArray(rows))
    return products.map((product) => rows.find((row) => isRecord(row) && row.product === product))
  const cells = Object.entries(oldCells)
  return products.map((product) => Object.fromEntries(cells.map(([name, old]) => [name, saved[`${old}:${product}`]])))
}

/** What a saved form started from, to be parsed; earlier versions saved it as JSON. */
export function savedStart({ start }: Record<string, unknown>): unknown {
  return typeof start === 'string' ? parseJson(start) : start
}
