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

/** What a list is sorted by, the same of its marks, and the same of one mark, or of the list's beginning or end. */
interface List {
  row: Sql
  until: Sql
  oldest: Sql
  newest: Sql
  columns: Sql
  after(mark: Sql): Sql
  upTo(mark: Sql): Sql
}

const byTime: List = {
  row: sql`(created_at, id)`,
  until: sql`(until_at, until_id)`,
  oldest: sql`created_at, id`,
  newest: sql`created_at desc, id desc`,
  columns: sql`created_at, id`,
  after: (mark) => sql`(coalesce((select until_at from ${mark}), ''), coalesce((select until_id from ${mark}), ''))`,
  // later than any time and any id, in every collation
  upTo: (mark) => sql`(coalesce((select until_at from ${mark}), '9999-12-31T23:59:59.999Z'),
    coalesce((select until_id from ${mark}), '~'))`,
}

const byId: List = {
  row: sql`id`,
  until: sql`until_id`,
  oldest: sql`id`,
  newest: sql`id desc`,
  columns: sql`'', id`,
  after: (mark) => sql`coalesce((select until_id from ${mark}), '')`,
  upTo: (mark) => sql`coalesce((select until_id from ${mark}), '~')`,
}

const lists = { shop_order: byTime, account: byId, subscriber: byId }
export type MarkedList = keyof typeof lists
export const markedLists: readonly MarkedList[] = ['shop_order', 'account', 'subscriber']

const [last, mark] = [sql.ref('last'), sql.ref('mark')]

/** The last mark, and with it the number of rows, as common table expressions `last` and `total`. */
function counted(name: MarkedList): Sql {
  const { row, after } = lists[name]
  return sql`last as (
      select until_at, until_id, place from list_mark where list = ${sql.lit(name)} order by place desc limit 1
    ), total as (
      select coalesce((select place from last), 0) +
        (select count(*) from ${sql.table(name)} where ${row} > ${after(last)}) as size
    )`
}

/** How many rows a list has. */
export async function countRows(db: Handle, name: MarkedList): Promise<number> {
  const { rows } = await sql<{ size: number }>`with ${counted(name)} select size from total`.execute(db.query)
  return Number(rows[0]?.size ?? 0)
}

export interface Slice {
  offset: number
  limit: number
}

/** The ids of some rows, oldest first, as a subquery. */
export function oldestIds(name: MarkedList, { offset, limit }: Slice): RawBuilder<string> {
  const { row, oldest, after } = lists[name]
  return sql`(with mark as (
      select until_at, until_id, place from list_mark where list = ${sql.lit(name)} and place <= ${offset}
      order by place desc limit 1
    )
    select id from ${sql.table(name)} where ${row} > ${after(mark)} order by ${oldest}
    limit ${limit} offset ${offset} - coalesce((select place from mark), 0))`
}

/** The ids of some rows, newest first, as a subquery. They and their number are read as of the same moment. */
export function newestIds(name: MarkedList, { offset, limit }: Slice): RawBuilder<string> {
  const { row, newest, upTo } = lists[name]
  // the place of the first row that is wanted; behind all marks there is none to begin at
  const place = sql`(select size from total) - ${offset}`
  return sql`(with ${counted(name)}, mark as (
      select until_at, until_id, place from list_mark where list = ${sql.lit(name)} and place >= ${place}
      order by place limit 1
    )
    select id from ${sql.table(name)} where ${row} <= ${upTo(mark)} order by ${newest}
    limit ${limit} offset coalesce((select place from mark) - (${place}), ${offset}))`
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
  const { row, columns, oldest, after } = lists[name]
  const long = await findLongGap(tx, name, gap)
  if (!long) return false
  await sql`insert into list_mark (list, until_at, until_id, place)
    with mark as (select ${long.until_at} as until_at, ${long.until_id} as until_id)
    select ${sql.lit(name)}, ${columns}, ${sql.lit(long.place + gap)} from ${sql.table(name)}
    where ${row} > ${after(mark)} order by ${oldest} limit 1 offset ${sql.lit(gap - 1)}`.execute(tx.query)
  return true
}
