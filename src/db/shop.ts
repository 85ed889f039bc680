import type { ShopSettings } from '../../contract/shop.ts'
import type { ShopDatabase } from './database.ts'
import { getValue, putValue } from './values.ts'

/** The saved settings of the shop; undefined before the first pull. */
export function getShop(db: ShopDatabase): Promise<ShopSettings | undefined> {
  return getValue(db, 'shop')
}

export function putShop(db: ShopDatabase, shop: ShopSettings): Promise<void> {
  return putValue(db, 'shop', shop)
}
