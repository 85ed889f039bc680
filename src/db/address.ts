import type { ShippingAddress } from '../../contract/orders.ts'
import type { ShopDatabase } from './database.ts'
import { getValue, putValue } from './values.ts'

/** The delivery address, as last entered; undefined before the first time. */
export function getAddress(db: ShopDatabase): Promise<ShippingAddress | undefined> {
  return getValue(db, 'address')
}

export function putAddress(db: ShopDatabase, address: ShippingAddress): Promise<void> {
  return putValue(db, 'address', address)
}
