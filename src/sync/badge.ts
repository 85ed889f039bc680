import { hasRight } from '../../contract/accounts.ts'
import { isPending } from '../db/outbox-rows.ts'
import { countUnopened } from '../db/read-orders.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { getSession } from '../db/session.ts'

interface Badges {
  setAppBadge(count: number): Promise<void>
  clearAppBadge(): Promise<void>
}

/** Shows a number on the app's icon, from the page or the worker; none for 0. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // only the page's types have this interface
  const badges = navigator as unknown as Badges
  // rejects on systems without badges; nothing depends on it
  const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge()
  shown.catch(() => undefined)
}

/** The number on the app's icon: what waits on this device, and the orders with something that was not opened. */
export async function countForBadge(db: ShopDatabase): Promise<number> {
  const [rows, session] = [await db.outbox.toArray(), await getSession(db)]
  const pending = rows.filter(isPending).length
  if (!session) return pending
  const { userId } = session
  return pending + (await countUnopened(db, { userId, side: hasRight(session, 'orders') ? 'shop' : 'buyer' }))
}
