import { addDays } from 'date-fns/addDays'
import { lightFormat } from 'date-fns/lightFormat'
import { hasRight } from '../../contract/accounts.ts'
import { isDecision } from '../../contract/order-events.ts'
import { findCurrentOffer } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { getOrderViews } from './read-orders.ts'
import type { ShopDatabase } from './schema.ts'
import { getSession } from './session.ts'
import { getValue, putValue } from './values.ts'

/** An offer that can be accepted today and tomorrow, and not later. */
export interface EndingOffer {
  id: string
  order: Pick<Order, '_id' | 'reference'>
}

/**
 * The buyer's open offers that expire tomorrow, from the copies on this device and by its clock (`now`, ms since 1970). Each
 * is returned once, in one tab; one that was answered on this device needs no word.
 */
export async function takeEndingOffers(db: ShopDatabase, now: number): Promise<EndingOffer[]> {
  const session = await getSession(db)
  if (!session || hasRight(session, 'orders')) return []
  const tomorrow = lightFormat(addDays(now, 1), 'yyyy-MM-dd')
  return db.transaction('rw', db.orders, db.outbox, db.values, async () => {
    const { orders } = await getOrderViews(db, { userId: session.userId, side: 'buyer' })
    const ending = orders.flatMap(({ order, state, waiting }): EndingOffer[] => {
      const current = state === 'offered' ? findCurrentOffer(order) : undefined
      const isAnswered = waiting.some(({ payload }) => isDecision(payload.body.kind))
      // the offer ends by the shop's clock, which may be on another day here
      const last = current && lightFormat(Date.parse(current.offer.expiresAt) - 1, 'yyyy-MM-dd')
      return current && last === tomorrow && !isAnswered ? [{ id: current.id, order }] : []
    })
    const told = (await getValue(db, 'told-expiry')) ?? []
    const fresh = ending.filter(({ id }) => !told.includes(id))
    // one list for all users of this device, so those of earlier days stay in it for a while
    if (fresh.length > 0) await putValue(db, 'told-expiry', [...told, ...fresh.map(({ id }) => id)].slice(-1000))
    return fresh
  })
}
