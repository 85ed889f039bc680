import { isRecord } from '../lib/record.ts'

/** The saved rows of a form, one for each of `products` in this order; a row names its `product`. */
export function savedRows(rows: unknown, products: readonly string[]): unknown[] {
  const saved = Array.isArray(rows) ? rows.filter(isRecord) : []
  return products.map((product) => saved.find((row) => row.product === product))
}
