import { type Dues, dues } from '../../contract/shipment/dues.ts'
import { paymentParts } from '../../contract/shipment/milestones.ts'
import { dayIn, endOfDay } from '../../contract/texts/shop-day.ts'
import { findUser } from '../accounts/users-table.ts'
import { type Db, transact } from '../db/database.ts'
import { forgetEvent } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { mailOverdue } from './order-mails.ts'
import { lockOrder, type StoredOrder } from './order-queries.ts'
import { toShipment, toThread } from './order-view.ts'
import { morning } from './reminders.ts'

interface Moment {
  timeZone: string
  /** ms since 1970 */
  now: number
}

/** What is due of an accepted order whose offer has terms of payment; undefined of others. */
function duesOf(order: StoredOrder, { timeZone, now }: Moment): Dues | undefined {
  const { state, current } = toThread(order)
  const agreedAt = order.events.at(-1)?.state_at
  if (state !== 'accepted' || !current || !agreedAt) return undefined
  const { offer } = current
  if (!offer.deposit && !offer.balance) return undefined
  const agreed = { offer, shipment: toShipment(order), agreedOn: dayIn(timeZone, Date.parse(agreedAt)) }
  return dues(agreed, dayIn(timeZone, now))
}

/** Keeps the last days of what is open, after an event about the goods of a locked order. A part is announced once. */
export async function keepDues(tx: Db, order: StoredOrder, moment: Moment): Promise<void> {
  const known = duesOf(order, moment)
  if (!known) return
  for (const [seq, part] of paymentParts.entries()) {
    const { open = 0, day } = known.parts.find((each) => each.part === part) ?? {}
    if (open > 0 && day !== undefined) {
      const kept = tx.query.insertInto('payment_due').values({ order_id: order.id, part, day, is_told: 0 })
      await kept.onConflict((conflict) => conflict.columns(['order_id', 'part']).doUpdateSet({ day })).execute()
      continue
    }
    const closed = tx.query.deleteFrom('payment_due').where('order_id', '=', order.id).where('part', '=', part)
    await closed.where('is_told', '=', 0).execute()
    await forgetEvent(tx, `order:${order.id}`, { event: 'due', seq })
  }
}

const atOnce = 500

/** Mails buyers and staff, once for each overdue part and in the morning. */
export async function remindOfDues(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { timeZone } = await getShopSettings(deps, db)
  const now = clock.now()
  const today = dayIn(timeZone, now)
  if (endOfDay(timeZone, today) - now > morning) return
  const late = db.query
    .selectFrom('payment_due as due')
    .innerJoin('shop_order as order', 'order.id', 'due.order_id')
    .where('order.state', '=', 'accepted')
    .where('due.is_told', '=', 0)
    .where('due.day', '<', today)
  const orders = await late.select('order.id').distinct().orderBy('order.id').limit(atOnce).execute()
  for (const { id } of orders) if (!signal?.aborted) await remindOf(deps, id, { timeZone, now })
}

async function remindOf(deps: ServiceDeps, id: string, moment: Moment): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id)
    const offer = order && toThread(order).current?.offer
    if (!order || !offer || order.state !== 'accepted') return
    // the time zone may have changed since its days were kept
    await keepDues(tx, order, moment)
    const overdue = (duesOf(order, moment)?.parts ?? []).filter(({ isOverdue }) => isOverdue)
    // those of the demonstration have no account either
    const isGone = !(await findUser(tx, order.buyer_id))
    for (const due of overdue) {
      const open = tx.query.updateTable('payment_due').set({ is_told: 1 }).where('order_id', '=', id)
      const first = await open.where('part', '=', due.part).where('is_told', '=', 0).returning('part').execute()
      if (first.length > 0 && !isGone) await mailOverdue(deps, tx, { order, offer, due })
    }
  })
}
