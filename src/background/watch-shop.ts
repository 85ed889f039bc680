import type { ShopSettings } from '../../contract/shop.ts'
import { logoIcon } from '../../contract/shop.ts'
import type { ShopDatabase } from '../data/schema.ts'
import { getSavedShop } from '../data/shop/pull-shop.ts'
import { watchQuery } from './watch-query.ts'

/**
 * Shows the shop's logo in the tab, and calls `onChange` when the saved settings have another version than those that the page
 * opened with, and at each change after that.
 */
export function watchShop(
  { db, version, signal }: { db: ShopDatabase; version: number; signal: AbortSignal },
  onChange: () => void,
): void {
  let shown = version
  watchQuery(
    () => getSavedShop(db),
    (shop) => {
      if (!shop) return
      showIcons(shop)
      if (shown !== shop.version) onChange()
      shown = shop.version
    },
    signal,
  )
}

function showIcons({ logo }: ShopSettings): void {
  for (const [rel, icon] of [
    ['icon', 'small'],
    ['apple-touch-icon', 'apple'],
  ] as const) {
    const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
    const address = logoIcon(logo, icon)
    if (!link || !address || link.getAttribute('href') === address) continue
    link.removeAttribute('type')
    link.href = address
  }
}
