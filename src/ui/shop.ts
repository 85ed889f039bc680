import { createContext, useContext } from 'react'
import type { ShopSettings } from '../../contract/shop.ts'
import { newShop } from '../../contract/shop-texts.ts'

export const ShopContext = createContext<ShopSettings>(newShop)

/** The settings of the shop: as they came with the page, and from then on as they are saved on the device. */
export function useShop(): ShopSettings {
  return useContext(ShopContext)
}
