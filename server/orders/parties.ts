import type { ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import type { OrderRow } from '../platform/db/order-rows.ts'

/** The columns of an order that have where its goods go. */
export function addressColumns({ postalCode, ...address }: ShippingAddress) {
  return { ...address, postal_code: postalCode }
}

type AddressRow = Omit<OrderRow, 'search'>

/** `Required`, so that no field is forgotten. */
export function readAddress({ phone, address, city, postal_code, country }: AddressRow): Required<ShippingAddress> {
  return { phone, address, city, postalCode: postal_code, country }
}

/** Parties as a row has them, without spaces around them. */
export function partiesText(parties: Parties): string {
  const filled = Object.entries(parties).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))
  return JSON.stringify(Object.fromEntries(filled))
}

/** The parties of a row; undefined where none is filled in. */
export function readParties(text = '{}'): Parties | undefined {
  // only `partiesText` writes this column
  const parties = JSON.parse(text) as Parties
  return Object.keys(parties).length > 0 ? parties : undefined
}
