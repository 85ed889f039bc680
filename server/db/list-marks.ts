import { type RawBuilder, sql } from 'kysely'
import type { Handle } from './handle.ts'

/**
 * To number the pages of a long list, or to begin one in its middle, a database walks through all rows that come before.
 * Marks spare it that: each says of one row which place it has, counted from the oldest. From mark to mark, and after the
 * last one, there are some 1,000 to 2,000 rows, and no more are walked through. Triggers move the marks in
 * the transaction that makes or deletes a row before them (`dialect/list-marks.*.sql`). New rows come after all marks
 * and move none, so those who make them do not wait for each other.
 */
export const usualGap = 1000

type Sql = RawBuilder<unknown>

/** What a list and its marks are sorted by; its rows after `mark`, or from its beginning, and up to it, or to its end. */
interface List {
  row: Sql
  until: Sql
  oldest: Sql
  newest: Sql
  columns: Sql
  after: Sql
  upTo: Sql
  /** how many rows come after the mark although `after` leaves them out and `upTo` takes them in */
  twins(ifNone: string): Sql
}

const time = (ifNone: string) => sql`coalesce((select until_at from mark), ${sql.lit(ifNone)})`
const id = (ifNone: string) => sql`coalesce((select until_id from mark), ${sql.lit(ifNone)})`
/** Later than any time and any id, in every collation. */
const end = { time: '9999-12-31T23:59:59.999Z', id: '~' }

const byTime: List = {
  row: sql`(created_at, id)`,
  until: sql`(until_at, until_id)`,
  oldest: sql`created_at, id`,
  newest: sql`created_at desc, id desc`,
  columns: sql`created_at, id`,
  // the time alone: a pair is compared with each row once more, which costs SQLite four times as much
  after: sql`created_at > ${time('')}`,
  upTo: sql`created_at <= ${time(end.time)}`,
  twins: (ifNone) => sql`(select count(*) from shop_order where created_at = ${time(ifNone)} and id > ${id(end.id)})`,
}

const byId: List = {
  row: sql`id`,
  until: sql`until_id`,
  oldest: sql`id`,
  newest: sql`id desc`,
  columns: sql`'', id`,
  after: sql`id > ${id('')}`,
  upTo: sql`id <= ${id(end.id)}`,
  twins: () => sql`0`,
}

const lists = { shop_order: byTime, account: byId, subscriber: byId }
export type MarkedList = keyof typeof lists
export const markedLists: readonly MarkedList[] = ['shop_order', 'account', 'subscriber']

/** The mark that fits first, as what the other fragments know as `mark`. */
const markOf = (name: MarkedList, which: Sql) =>
  sql`mark as (select until_at, until_id, place from list_mark where list = ${sql.lit(name)} ${which} limit 1)`

/** How many rows a list has: as many as its last mark says, and those after it. */
export async function countRows(db: Handle, name: MarkedList): Promise<number> {
  const { after, twins } = lists[name]
  const counted = sql<{ size: number }>`with ${markOf(name, sql`order by place desc`)}
    select coalesce((select place from mark), 0) + ${twins('')} + count(*) as size
    from ${sql.table(name)} where ${after}`
  return Number((await counted.execute(db.query)).rows[0]?.size ?? 0)
}

export interface Slice {
  offset: number
  limit: number
  /** how many rows there were a moment ago */
  total: number
}

/** The ids of some accounts, oldest first, as a subquery. */
export function oldestAccounts({ offset, limit }: Slice): RawBuilder<string> {
  return sql`(with ${markOf('account', sql`and place <= ${offset} order by place desc`)}
    select id from account where ${byId.after} order by id
    limit ${limit} offset ${offset} - coalesce((select place from mark), 0))`
}

/** The ids of some rows, newest first, as a subquery. */
export function newestIds(name: MarkedList, { offset, limit, total }: Slice): RawBuilder<string> {
  const { newest, upTo, twins } = lists[name]
  // places are counted from the oldest; behind all marks one begins at the newest
  const place = total - offset
  return sql`(with ${markOf(name, sql`and place >= ${place} order by place`)}
    select id from ${sql.table(name)} where ${upTo} order by ${newest}
    limit ${limit} offset coalesce((select place from mark) - ${place} + ${twins(end.time)}, ${offset}))`
}

interface Mark {
  until_at: string
  until_id: string
  place: number
}

/** A mark, or the list's beginning, that two gaps follow: at the end, or where a clock put many rows between others. */
export async function findLongGap(db: Handle, name: MarkedList, gap = usualGap): Promise<Mark | undefined> {
  const { row, until, oldest } = lists[name]
  const [list, long] = [sql.lit(name), 2 * gap]
  const found = sql<Mark>`select until_at, until_id, place from (
      select '' as until_at, '' as until_id, 0 as place
      union all select until_at, until_id, place from list_mark where list = ${list}
    ) as known
    where not exists (
      select 1 from list_mark as next
      where next.list = ${list} and next.place > known.place and next.place < known.place + ${sql.lit(long)}
    ) and exists (
      select 1 from ${sql.table(name)} where ${row} > ${until} order by ${oldest} limit 1 offset ${sql.lit(long - 1)}
    ) limit 1`
  return (await found.execute(db.query)).rows[0]
}

/** Divides a long gap; false when there is none. In a transaction that keeps others from writing to the list. */
export async function addMark(tx: Handle, name: MarkedList, gap = usualGap): Promise<boolean> {
  const { row, columns, oldest } = lists[name]
  const long = await findLongGap(tx, name, gap)
  if (!long) return false
  const from = row === byTime.row ? sql`(${long.until_at}, ${long.until_id})` : long.until_id
  await sql`insert into list_mark (list, until_at, until_id, place)
    select ${sql.lit(name)}, ${columns}, ${sql.lit(long.place + gap)} from ${sql.table(name)}
    where ${row} > ${from} order by ${oldest} limit 1 offset ${sql.lit(gap - 1)}`.execute(tx.query)
  return true
}
