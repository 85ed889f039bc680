import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasTerms } from '../platform/db/dialect/has-terms.ts'
import type { Handle } from '../platform/db/handle.ts'
import { countRows, type LongList, type Slice } from '../platform/db/long-list.ts'
import { listByIds, type StoredOrder } from './orders-table.ts'

/** Number of orders in each state; those with an expired offer count as `expired`. Both queries use an index. */
export async function countStates(db: Handle, now: string): Promise<Map<string, number>> {
  const states = db.query.selectFrom('shop_order').select((eb) => ['state', eb.fn.countAll<number>().as('count')])
  const counts = new Map<string, number>()
  for (const { state, count } of await states.groupBy('state').execute()) counts.set(state, Number(count))
  const expired = await countRows(db, 'shop_order', sql`state = 'offered' and expires_at <= ${now}`)
  return counts.set('expired', expired).set('offered', (counts.get('offered') ?? 0) - expired)
}

/** Selects orders whose text has all terms, in all states or in some. `now` decides which offers have expired. */
interface OrderFilter {
  terms: readonly string[]
  states?: readonly string[] | undefined
  now: string
}

const newest = sql`order by created_at desc, id desc`
const oldest = sql`order by created_at, id`

/** One condition per state. `offered` and `expired` together are a single one. */
function conditions(states: readonly string[], now: string, state = sql.ref('state')): RawBuilder<SqlBool>[] {
  const both = states.includes('offered') && states.includes('expired')
  const rest = both ? states.filter((each) => each !== 'expired') : states
  return rest.map((each) => {
    if (each === 'expired') return sql`(${state} = 'offered' and expires_at <= ${now})`
    if (each === 'offered' && !both) return sql`(${state} = 'offered' and expires_at > ${now})`
    return sql`${state} = ${each}`
  })
}

/** Reads each state along its index, merged by time, only as far as the page. */
function listStates(db: Handle, states: readonly string[], now: string): LongList<StoredOrder> {
  let total: number | undefined
  const ids = ({ offset, limit }: Slice) => {
    // later pages are read from the other end, which is nearer
    const take = Math.min(limit, (total ?? 0) - offset)
    const isLate = take > 0 && offset > (total ?? 0) / 2
    const order = isLate ? oldest : newest
    const skip = isLate ? (total ?? 0) - offset - take : offset
    const parts = conditions(states, now).map(
      (condition) => sql`select created_at, id from shop_order where ${condition}`,
    )
    return sql<string>`(select id from (${sql.join(parts, sql` union all `)}
      ${order} limit ${isLate ? take : limit} offset ${skip}) as parts)`
  }
  return {
    async count() {
      const counts = await countStates(db, now)
      total = states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
      return total
    },
    rows: (slice) => listByIds(db, ids(slice)),
  }
}

/** The orders that match a filter, newest first. */
export async function listOrders(db: Handle, { terms, states, now }: OrderFilter): Promise<LongList<StoredOrder>> {
  if (states && terms.length === 0) return listStates(db, states, now)
  const found = await hasTerms(db, 'shop_order', terms)
  // the expression keeps the planner off the index of states: the terms match fewer rows
  const inStates = states && sql`(${sql.join(conditions(states, now, sql`(state || '')`), sql` or `)})`
  const all = [found, inStates].filter((condition) => condition !== undefined)
  const condition = all.length > 0 ? sql<SqlBool>`${sql.join(all, sql` and `)}` : undefined
  const where = condition ? sql`where ${condition}` : sql``
  return {
    count: () => countRows(db, 'shop_order', condition),
    // sorts and skips ids alone; reads whole orders of one page only
    rows: ({ offset, limit }) =>
      listByIds(db, sql<string>`(select id from shop_order ${where} ${newest} limit ${limit} offset ${offset})`),
  }
}
