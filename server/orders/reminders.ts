import { sql } from 'kysely'
import { addDays, dayIn, endOfDay } from '../../contract/texts/shop-day.ts'
import { type Db, deleteRows, hour, insertNew, isoNow, transact } from '../db/database.ts'
import { transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { mailReminder, mailUnanswered } from './order-mails.ts'
import { pushOrder } from './order-notices.ts'
import { lockOrder } from './order-queries.ts'
import { noOrder, toThread } from './order-view.ts'

/** Not before eight in the morning. */
export const morning = 16 * hour
const atOnce = 500
/** To the buyer of one request, notices that an offer expires included. */
const mostReminders = 2
/** The row of a reminder to staff, which is about no offer. */
const ofRequest = 0

/** The end of the day that was so many days ago, in the shop's time zone; undefined at night, and where reminders are switched off. */
function before(timeZone: string, { now, days }: { now: number; days: number }): string | undefined {
  const today = dayIn(timeZone, now)
  if (days === 0 || endOfDay(timeZone, today) - now > morning) return undefined
  return new Date(endOfDay(timeZone, addDays(today, -days))).toISOString()
}

/** Orders in a state that nobody has been reminded of, the oldest first. */
const listUnreminded = (db: Db, state: 'offered' | 'requested') =>
  db.query
    .selectFrom('shop_order as order')
    .leftJoin('order_event as last', (join) =>
      join.onRef('last.order_id', '=', 'order.id').onRef('last.seq', '=', 'order.version'),
    )
    .leftJoin('order_event as offer', (join) =>
      join.onRef('offer.order_id', '=', 'order.id').onRef('offer.seq', '=', 'last.offer_seq'),
    )
    .where('order.state', '=', state)
    .where(({ not, exists, selectFrom, fn }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('seq')
            .whereRef('reminder.order_id', '=', 'order.id')
            .whereRef('reminder.seq', '=', fn.coalesce('offer.seq', sql.lit(ofRequest))),
        ),
      ),
    )
    .select('order.id')
    .orderBy('order.created_at')
    .orderBy('order.id')
    .limit(atOnce)

/** Whether the buyer has had enough reminders of a request, those of the end of an offer included. */
export async function isRemindedEnough(tx: Db, orderId: string): Promise<boolean> {
  const rows = await Promise.all(
    (['reminder', 'told_end'] as const).map((table) =>
      tx.query.selectFrom(table).select('seq').where('order_id', '=', orderId).where('seq', '>', ofRequest).execute(),
    ),
  )
  return rows.flat().length >= mostReminders
}

/** Reminds buyers, once, of an offer that has had no answer for some days, and staff of a request without an answer. */
export async function remindOfUnanswered(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { timeZone, remindAfter, alertAfter } = await getShopSettings(deps, db)
  const now = clock.now()
  const made = before(timeZone, { now, days: remindAfter })
  const open = listUnreminded(db, 'offered').where('order.expires_at', '>', isoNow(clock))
  const offers = made ? await open.where('offer.at', '<=', made).execute() : []
  for (const { id } of offers) if (!signal?.aborted) await remindBuyer(deps, id)
  const asked = before(timeZone, { now, days: alertAfter })
  const requests = asked ? await listUnreminded(db, 'requested').where('order.created_at', '<=', asked).execute() : []
  for (const { id } of requests) if (!signal?.aborted) await alertStaff(deps, id)
}

async function remindBuyer(deps: ServiceDeps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id)
    const current = order && toThread(order).current
    if (!order || !current || order.state !== 'offered' || current.offer.expiresAt <= isoNow(deps.clock)) return
    const answers = tx.query.selectFrom('order_event').select('seq').where('order_id', '=', id)
    const isAnswered = await answers.where('seq', '>', current.seq).where('side', '=', 'buyer').executeTakeFirst()
    const isEnough = await isRemindedEnough(tx, id)
    // also of an answered one, so that it is looked at once
    if (!(await insertNew(tx, 'reminder', { order_id: id, seq: current.seq })) || isAnswered || isEnough) return
    await mailReminder(deps, tx, { order, current })
    await pushOrder(deps, tx, { order, to: 'buyer' })
  })
}

async function alertStaff(deps: ServiceDeps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.state !== 'requested') return
    if (!(await insertNew(tx, 'reminder', { order_id: id, seq: ofRequest }))) return
    await mailUnanswered(deps, tx, order)
    await pushOrder(deps, tx, { order, to: 'desk' })
  })
}

/** The orders that staff look at again on a later day. */
export const listSnoozes: Handler<'listSnoozes'> = async (deps) => {
  const { timeZone } = await getShopSettings(deps, deps.db)
  const later = deps.db.query.selectFrom('order_snooze').where('until', '>', dayIn(timeZone, deps.clock.now()))
  return later.select(['order_id as order', 'until', 'version']).orderBy('until').execute()
}

/** Lays an order aside until a day, for all staff; without a day it is looked at again. */
export const snoozeOrder: Handler<'snoozeOrder'> = (deps, { param: order_id, user, body: { until } }) =>
  transactAs(deps, user, async (tx) => {
    const order = await lockOrder(tx, order_id)
    if (!order) throw noOrder
    await deleteRows(tx, 'order_snooze', { order_id })
    if (until) await insertNew(tx, 'order_snooze', { order_id, until, version: order.version })
  })
