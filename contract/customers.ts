import * as v from 'valibot'
import { flag, id, int, number, text, tolerantList } from './fields.ts'
import { AddressOfOrder, AnyState } from './orders.ts'

/** Who has asked for quotes: a company with all of its people, or a person without one. `_id`: their newest request; any of them names the customer. */
export const Customer = v.object({
  _id: id,
  /** of the newest request, as are name and country; empty without one */
  company: text,
  name: text,
  country: text,
  people: int,
  requests: v.pipe(int, v.description('without removed ones')),
  accepted: int,
  first: v.pipe(text, v.description('time of the first request; ISO 8601')),
  last: v.pipe(text, v.description('time of the newest request; ISO 8601')),
})
export type Customer = v.InferOutput<typeof Customer>

export const CustomerDetail = v.object({
  ...Customer.entries,
  taxNumber: text,
  /** the one with the newest request first */
  persons: tolerantList(v.object({ _id: text, name: text, email: text, requests: int })),
  /** each once, the one of the newest request first */
  addresses: tolerantList(AddressOfOrder),
  /** newest first; `quantity` in tonnes */
  orders: tolerantList(
    v.object({
      ...{ _id: text, reference: text, created_at: text, state: AnyState },
      ...{ products: int, quantity: number, name: text },
    }),
  ),
  /** of accepted offers, by currency; `total` in minor units */
  totals: tolerantList(v.object({ currency: text, orders: int, total: int })),
  /** the newest offered price of each product, in minor units per tonne */
  prices: tolerantList(
    v.object({
      ...{ fishe: text, name: text, name_fr: text, name_es: text },
      ...{ currency: text, price: int, at: text, order: text, reference: text, isAccepted: flag },
    }),
  ),
})
export type CustomerDetail = v.InferOutput<typeof CustomerDetail>
