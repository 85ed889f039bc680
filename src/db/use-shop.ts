import { createContext, useContext } from 'react'
import type { ShopSettings } from '../../contract/shop.ts'
import { newShop } from '../../contract/shop.ts'

export const ShopContext = createContext<ShopSettings>(newShop)

/** The shop's settings: first as sent with the page, then as saved on the device. */
export function useShop(): ShopSettings {
  return useContext(ShopContext)
}
