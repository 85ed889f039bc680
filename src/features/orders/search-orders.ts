import { normaliseText } from '../../../contract/catalogue-query.ts'
import type { ShownOrder } from './shown-order.ts'

/** The requests that have every word of the keyword: in their reference, products, article numbers or address. */
export function searchOrders(orders: readonly ShownOrder[], keyword: string): ShownOrder[] {
  const wanted = normaliseText(keyword).split(' ').filter(Boolean)
  if (wanted.length === 0) return [...orders]
  return orders.filter((order) => {
    const words = normaliseText(searchable(order))
    return wanted.every((word) => words.includes(word))
  })
}

function searchable({ reference, id, address, items }: ShownOrder): string {
  const names = items.flatMap(({ name, name_fr, name_es, code = '' }) => [name, name_fr, name_es, code])
  return [reference, id, address.city, address.country, ...names].join(' ')
}
