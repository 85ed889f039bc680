import type { ShopSettings } from '../../../contract/shop.ts'
import { readShop } from '../../api/read-shop.ts'
import type { ShopDatabase } from '../schema.ts'
import { getValue } from '../values.ts'

/** The saved settings of the shop. What an earlier version of the app did not save has its default. */
export async function getSavedShop(db: ShopDatabase): Promise<ShopSettings | undefined> {
  return readShop(await getValue(db, 'shop'))
}
