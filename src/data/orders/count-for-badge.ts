import { isPending } from '../outbox/outbox-rows.ts'
import type { ShopDatabase } from '../schema.ts'
import { hasRight } from '../session/has-right.ts'
import { getSession } from '../session/session.ts'
import { countUnopened } from './read.ts'

/** The number on the app's icon: what waits on this device, and the orders with something that was not opened. */
export async function countForBadge(db: ShopDatabase): Promise<number> {
  const [rows, session] = [await db.outbox.toArray(), await getSession(db)]
  const pending = rows.filter(isPending).length
  if (!session || session.expired) return pending
  const { userId } = session
  return pending + (await countUnopened(db, { userId, side: hasRight(session, 'orders') ? 'shop' : 'buyer' }))
}
