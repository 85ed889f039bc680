import { threadState } from '../../contract/order-state.ts'
import { addDays, dayIn, endOfDay } from '../../contract/texts/shop-day.ts'
import { type Db, hour, isoNow, transact } from '../db/database.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { mailEnding } from './order-mails.ts'
import { pushOrder } from './order-notices.ts'
import { lockOrder } from './order-queries.ts'
import { toThread } from './order-view.ts'
import { isRemindedEnough } from './reminders.ts'

/** Open offers that end after `from` and until `to`, were made until `madeUntil`, and whose buyers have had no notice of it, first end first. */
const listEndingOffers = async (
  db: Db,
  { from, to, madeUntil, limit }: { from: string; to: string; madeUntil: string; limit: number },
) =>
  db.query
    .selectFrom('shop_order as order')
    .innerJoin('order_event as last', (join) =>
      join.onRef('last.order_id', '=', 'order.id').onRef('last.seq', '=', 'order.version'),
    )
    .innerJoin('order_event as offer', (join) =>
      join.onRef('offer.order_id', '=', 'order.id').onRef('offer.seq', '=', 'last.offer_seq'),
    )
    .leftJoin('told_end as told', (join) =>
      join.onRef('told.order_id', '=', 'order.id').onRef('told.seq', '=', 'offer.seq'),
    )
    .select(['offer.order_id', 'offer.seq'])
    .where('order.state', 'in', ['offered', 'countered'])
    .where('order.expires_at', '>', from)
    .where('order.expires_at', '<=', to)
    .where('offer.at', '<=', madeUntil)
    .where('told.seq', 'is', null)
    .orderBy('order.expires_at')
    .orderBy('order.id')
    .limit(limit)
    .execute()

/** Told from eight in the morning of the day before the last one or of the last one itself, not at night. */
const morning = 16 * hour
const lead = 24 * hour + morning
/** The news of a new offer has just named its last day. */
const newFor = 6 * hour
const atOnce = 500

/** Tells buyers, once per offer, that it expires tomorrow in the shop's time zone, or today if there was no chance before. */
export async function notifyEndingOffers(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { timeZone } = await getShopSettings(deps, db)
  const today = dayIn(timeZone, clock.now())
  const endOfToday = endOfDay(timeZone, today)
  const endOfTomorrow = endOfDay(timeZone, addDays(today, 1))
  const isNight = endOfToday - clock.now() > morning
  const offers = await listEndingOffers(db, {
    from: isNight ? new Date(endOfToday).toISOString() : isoNow(clock),
    to: new Date(Math.min(endOfTomorrow, clock.now() + lead)).toISOString(),
    madeUntil: isoNow(clock, -newFor),
    limit: atOnce,
  })
  for (const offer of offers) {
    if (signal?.aborted) return
    await notifyEnd(deps, offer)
  }
}

async function notifyEnd(deps: ServiceDeps, offer: { order_id: string; seq: number }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, offer.order_id)
    const thread = order && toThread(order)
    const current = thread?.current
    // answered, countered, withdrawn or replaced since it was listed
    if (!thread || threadState(thread, deps.clock.now()) !== 'offered' || current?.seq !== offer.seq) return
    const isEnough = await isRemindedEnough(tx, offer.order_id)
    // the buyer has had the notice of this offer before
    const first = tx.query
      .insertInto('told_end')
      .values(offer)
      .onConflict((conflict) => conflict.doNothing())
    if (!(await first.returning('seq').executeTakeFirst()) || isEnough) return
    await mailEnding(deps, tx, { order, current })
    await pushOrder(deps, tx, { order, to: 'buyer' })
  })
}
