import { embeddedShopId } from '../../contract/first-screen.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { readShop } from '../api/read-shop.ts'
import { parseJson } from '../lib/record.ts'

/** The settings of the shop in the page, without the text `about`; undefined in a page without a first screen. */
export function embeddedShop(): ShopSettings | undefined {
  const text = document.getElementById(embeddedShopId)?.textContent
  return text ? readShop(parseJson(text)) : undefined
}
