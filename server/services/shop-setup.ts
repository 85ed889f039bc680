import type { ShopSetup } from '../../contract/shop.ts'
import { countFishes } from '../db/fishes.ts'
import { findShopSettings } from '../db/shop-settings.ts'
import { countAdmins } from '../db/users.ts'
import type { Shop } from './shop.ts'
import { getShopSettings, isDemonstration } from './shop-settings.ts'

/** Which steps of the shop's setup are done. Reveals no address and no secret. */
export async function getShopSetup(shop: Shop): Promise<ShopSetup> {
  const { db } = shop
  const { name, logo } = await getShopSettings(shop, db)
  const row = await findShopSettings(db)
  return {
    isDemonstration: row !== undefined && isDemonstration(row),
    hasName: name !== shop.newShop.name,
    hasLogo: logo !== '',
    hasCatalogue: (await countFishes(db)) > 0,
    hasMail: shop.sendMail !== undefined,
    hasPublicAddress: shop.hasPublicAddress,
    hasSecondAdmin: (await countAdmins(db)) > 1,
  }
}
