import { dayIn } from '../../lib/shop-day.ts'
import { useShop } from '../shop/use-shop.ts'
import { useServerNow } from './use-orders.ts'

/** Today by the shop's clock and in its time zone, as `2026-11-30`. */
export function useShopToday(): string {
  return dayIn(useShop().timeZone, useServerNow())
}
