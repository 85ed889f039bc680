import { newShop } from '../../contract/shop.ts'
import type { ShopInput } from '../../contract/shop-input.ts'
import own from './shop.json' with { type: 'json' }

const { version: _, legal: __, ...unset } = newShop

/** The settings of the demonstration shop, an invented exporter. */
export const demoShop: ShopInput = { ...unset, ...own }
