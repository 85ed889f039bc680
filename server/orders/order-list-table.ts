import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Handle } from '../platform/db/handle.ts'
import { allOf, countRows, type LongList, searchConditions } from '../platform/db/long-list.ts'
import { listByIds, type StoredOrder } from './orders-table.ts'

/** Number of orders in each state; those with an expired offer count as `expired`. */
export async function countStates(db: Handle, now: string): Promise<Map<string, number>> {
  const states = db.query.selectFrom('shop_order').select((eb) => ['state', eb.fn.countAll<number>().as('count')])
  const counts = new Map<string, number>()
  for (const { state, count } of await states.groupBy('state').execute()) counts.set(state, Number(count))
  const expired = await countRows(db, 'shop_order', sql`state = 'offered' and expires_at <= ${now}`)
  return counts.set('expired', expired).set('offered', (counts.get('offered') ?? 0) - expired)
}

/** A condition for the orders in one state; an offer that has expired at `now` counts as `expired`. */
function isInState(state: string, now: string): RawBuilder<SqlBool> {
  if (state === 'expired') return sql`(state = 'offered' and expires_at <= ${now})`
  return state === 'offered' ? sql`(state = 'offered' and expires_at > ${now})` : sql`state = ${state}`
}

interface OrderFilter {
  terms: readonly string[]
  /** all without it */
  states?: readonly string[] | undefined
  now: string
}

/** The orders whose text has all terms, in all states or in some, newest first. */
export function listOrders(db: Handle, { terms, states, now }: OrderFilter): LongList<StoredOrder> {
  const inStates = states?.map((state) => isInState(state, now))
  const condition = allOf([
    ...searchConditions(terms),
    ...(inStates ? [sql<SqlBool>`(${sql.join(inStates, sql` or `)})`] : []),
  ])
  const where = condition ? sql`where ${condition}` : sql``
  return {
    count: () => countRows(db, 'shop_order', condition),
    // sorts and skips ids alone; reads whole orders of one page only
    rows: ({ offset, limit }) =>
      listByIds(
        db,
        sql<string>`(select id from shop_order ${where} order by created_at desc, id desc limit ${limit} offset ${offset})`,
      ),
  }
}
