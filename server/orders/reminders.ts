import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { threadState } from '../../contract/order-state.ts'
import { type Due, dues, hasPaymentTerms } from '../../contract/shipment/dues.ts'
import { paymentParts } from '../../contract/shipment/milestones.ts'
import { addDays, dayIn, endOfDay } from '../../contract/texts/shop-day.ts'
import { findUser } from '../accounts/users-table.ts'
import { type Db, deleteRows, hour, insertNew, isoNow, transact } from '../db/database.ts'
import { transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { required } from '../http/refusal.ts'
import { forgetEvent } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { mailDesk, mailOffer, mailOverdue, requestLines } from './order-mails.ts'
import { pushOrder } from './order-notices.ts'
import { lockOrder, type StoredOrder } from './order-queries.ts'
import { noOrder, toShipment, toThread } from './order-view.ts'

/** Notices are sent from eight in the morning on, not at night: milliseconds before the end of a day. */
const morning = 16 * hour
const atOnce = 500
/** To the buyer of one request, notices that an offer expires included. */
const mostReminders = 2
/** The row of a reminder to staff, which is about no offer. */
const ofRequest = 0
type Notice = 'reminder' | 'told_end'

/** Orders with their offers, of which a table has no notice, by a condition on `"order"` and `offer`. */
async function listWithoutNotice(
  db: Db,
  table: Notice,
  { condition, by }: { condition: RawBuilder<SqlBool>; by: string },
) {
  const { rows } = await sql<{ id: string; seq: number }>`
    select "order".id, coalesce(offer.seq, ${sql.lit(ofRequest)}) as seq from shop_order as "order"
    left join order_event as last on last.order_id = "order".id and last.seq = "order".version
    left join order_event as offer on offer.order_id = "order".id and offer.seq = last.offer_seq
    where ${condition} and not exists (select 1 from ${sql.table(table)} as notice
      where notice.order_id = "order".id and notice.seq = coalesce(offer.seq, ${sql.lit(ofRequest)}))
    order by ${sql.ref(by)}, "order".id limit ${atOnce}`.execute(db.query)
  return rows
}

/** Whether the buyer has had enough reminders of a request, those of the end of an offer included. */
async function isRemindedEnough(tx: Db, orderId: string): Promise<boolean> {
  const rows = await Promise.all(
    (['reminder', 'told_end'] as const).map((table) =>
      tx.query.selectFrom(table).select('seq').where('order_id', '=', orderId).where('seq', '>', ofRequest).execute(),
    ),
  )
  return rows.flat().length >= mostReminders
}

/** From eight in the morning of the day before the last one, or of the last one itself. */
const lead = 24 * hour + morning
/** The news of a new offer has just named its last day. */
const newFor = 6 * hour

/** Notifies buyers, once per offer, that it expires tomorrow in the shop's time zone, or today if there was no chance before. */
export async function notifyEndingOffers(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { timeZone } = await getShopSettings(deps, db)
  const today = dayIn(timeZone, clock.now())
  const endOfToday = endOfDay(timeZone, today)
  const endOfTomorrow = endOfDay(timeZone, addDays(today, 1))
  const isNight = endOfToday - clock.now() > morning
  const from = isNight ? new Date(endOfToday).toISOString() : isoNow(clock)
  const to = new Date(Math.min(endOfTomorrow, clock.now() + lead)).toISOString()
  const condition = sql<SqlBool>`"order".state in ('offered', 'countered') and offer.at <= ${isoNow(clock, -newFor)}
    and "order".expires_at > ${from} and "order".expires_at <= ${to}`
  for (const offer of await listWithoutNotice(db, 'told_end', { condition, by: 'order.expires_at' }))
    if (!signal?.aborted) await notifyEnd(deps, offer)
}

/** Does work with an order, locked, if it is still there. */
const withOrder = (deps: ServiceDeps, id: string, work: (tx: Db, order: StoredOrder) => Promise<void>) =>
  transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order) await work(tx, order)
  })

const notifyEnd = (deps: ServiceDeps, { id, seq }: { id: string; seq: number }) =>
  withOrder(deps, id, async (tx, order) => {
    const thread = toThread(order)
    const { current } = thread
    // answered, countered, withdrawn or replaced since it was listed
    if (threadState(thread, deps.clock.now()) !== 'offered' || current?.seq !== seq) return
    const isEnough = await isRemindedEnough(tx, id)
    // the buyer has had the notice of this offer before
    if (!(await insertNew(tx, 'told_end', { order_id: id, seq })) || isEnough) return
    await mailOffer(deps, tx, { order, current, event: 'ending' })
    await pushOrder(deps, tx, { order, to: 'buyer' })
  })

/** The end of the day that was so many days ago, in the shop's time zone; undefined at night, and where reminders are switched off. */
function before(timeZone: string, { now, days }: { now: number; days: number }): string | undefined {
  const today = dayIn(timeZone, now)
  if (days === 0 || endOfDay(timeZone, today) - now > morning) return undefined
  return new Date(endOfDay(timeZone, addDays(today, -days))).toISOString()
}

/** Reminds buyers, once, of an offer that has had no answer for some days, and staff of a request without an answer. */
export async function remindOfUnanswered(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { timeZone, remindAfter, alertAfter } = await getShopSettings(deps, db)
  const now = clock.now()
  const list = (condition: RawBuilder<SqlBool>) =>
    listWithoutNotice(db, 'reminder', { condition, by: 'order.created_at' })
  const made = before(timeZone, { now, days: remindAfter })
  const open = sql<SqlBool>`"order".state = 'offered' and "order".expires_at > ${isoNow(clock)} and offer.at <= ${made}`
  for (const { id } of made ? await list(open) : []) if (!signal?.aborted) await remindBuyer(deps, id)
  const asked = before(timeZone, { now, days: alertAfter })
  const requested = sql<SqlBool>`"order".state = 'requested' and "order".created_at <= ${asked}`
  for (const { id } of asked ? await list(requested) : []) if (!signal?.aborted) await alertStaff(deps, id)
}

const remindBuyer = (deps: ServiceDeps, id: string) =>
  withOrder(deps, id, async (tx, order) => {
    const { current } = toThread(order)
    if (!current || order.state !== 'offered' || current.offer.expiresAt <= isoNow(deps.clock)) return
    const answers = tx.query.selectFrom('order_event').select('seq').where('order_id', '=', id)
    const isAnswered = await answers.where('seq', '>', current.seq).where('side', '=', 'buyer').executeTakeFirst()
    const isEnough = await isRemindedEnough(tx, id)
    // also of an answered one, so that it is looked at once
    if (!(await insertNew(tx, 'reminder', { order_id: id, seq: current.seq })) || isAnswered || isEnough) return
    await mailOffer(deps, tx, { order, current, event: 'offer' })
    await pushOrder(deps, tx, { order, to: 'buyer' })
  })

const alertStaff = (deps: ServiceDeps, id: string) =>
  withOrder(deps, id, async (tx, order) => {
    if (order.state !== 'requested') return
    if (!(await insertNew(tx, 'reminder', { order_id: id, seq: ofRequest }))) return
    await mailDesk(deps, tx, { order, news: 'unanswered', lines: [requestLines(order, deps.deskLanguage)] })
    await pushOrder(deps, tx, { order, to: 'desk' })
  })

interface Moment {
  timeZone: string
  /** ms since 1970 */
  now: number
}

/** Keeps the last days of what is open, after an event about the goods of a locked order, and returns it. A part is announced once. */
export async function keepDues(tx: Db, order: StoredOrder, { timeZone, now }: Moment): Promise<Due[]> {
  const { state, current } = toThread(order)
  const agreedAt = order.events.at(-1)?.state_at
  if (state !== 'accepted' || !current || !agreedAt || !hasPaymentTerms(current.offer)) return []
  const agreedOn = dayIn(timeZone, Date.parse(agreedAt))
  const { parts } = dues({ offer: current.offer, shipment: toShipment(order), agreedOn }, dayIn(timeZone, now))
  for (const [seq, part] of paymentParts.entries()) {
    const { open = 0, day } = parts.find((each) => each.part === part) ?? {}
    if (open > 0 && day !== undefined) {
      const kept = tx.query.insertInto('payment_due').values({ order_id: order.id, part, day, is_told: 0 })
      await kept.onConflict((conflict) => conflict.columns(['order_id', 'part']).doUpdateSet({ day })).execute()
      continue
    }
    await deleteRows(tx, 'payment_due', { order_id: order.id, part, is_told: 0 })
    await forgetEvent(tx, `order:${order.id}`, { event: 'due', seq })
  }
  return parts
}

/** Mails buyers and staff, once for each overdue part and in the morning. */
export async function remindOfDues(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { timeZone } = await getShopSettings(deps, db)
  const now = clock.now()
  const today = dayIn(timeZone, now)
  if (endOfDay(timeZone, today) - now > morning) return
  const late = db.query.selectFrom('payment_due').select('order_id').where('is_told', '=', 0).where('day', '<', today)
  const accepted = db.query.selectFrom('shop_order').select('id').where('state', '=', 'accepted')
  for (const { id } of await accepted.where('id', 'in', late).orderBy('id').limit(atOnce).execute())
    if (!signal?.aborted) await remindOf(deps, id, { timeZone, now })
}

const remindOf = (deps: ServiceDeps, id: string, moment: Moment) =>
  withOrder(deps, id, async (tx, order) => {
    const offer = toThread(order).current?.offer
    if (!offer || order.state !== 'accepted') return
    // the time zone may have changed since its days were kept
    const overdue = (await keepDues(tx, order, moment)).filter(({ isOverdue }) => isOverdue)
    // those of the demonstration have no account either
    const isGone = !(await findUser(tx, order.buyer_id))
    for (const due of overdue) {
      const open = tx.query.updateTable('payment_due').set({ is_told: 1 }).where('order_id', '=', id)
      const first = await open.where('part', '=', due.part).where('is_told', '=', 0).returning('part').execute()
      if (first.length > 0 && !isGone) await mailOverdue(deps, tx, { order, offer, due })
    }
  })

/** The orders that staff look at again on a later day. */
export const listSnoozes: Handler<'listSnoozes'> = async (deps) => {
  const { timeZone } = await getShopSettings(deps, deps.db)
  const later = deps.db.query.selectFrom('order_snooze').where('until', '>', dayIn(timeZone, deps.clock.now()))
  return later.select(['order_id as order', 'until', 'version']).orderBy('until').execute()
}

/** Lays an order aside until a day, for all staff; without a day it is looked at again. */
export const snoozeOrder: Handler<'snoozeOrder'> = (deps, { param: order_id, user, body: { until } }) =>
  transactAs(deps, user, async (tx) => {
    const order = required(await lockOrder(tx, order_id), noOrder)
    await deleteRows(tx, 'order_snooze', { order_id })
    if (until) await insertNew(tx, 'order_snooze', { order_id, until, version: order.version })
  })
