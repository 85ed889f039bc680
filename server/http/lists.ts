import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { pageAt } from '../../contract/catalogue-query.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/row-types.ts'

/** A list that is read by the page, with the number of its rows. */
export interface LongList<T> {
  count(): Promise<number>
  rows(slice: { offset: number; limit: number }): Promise<T[]>
}

/** Number of rows in a table, or of those that match a condition. */
export async function countRows(db: Db, table: keyof Schema, condition?: Expression<SqlBool>): Promise<number> {
  const where = condition ? sql`where ${condition}` : sql``
  const counting = sql<{ size: number }>`select count(*) as size from ${sql.table(table)} ${where}`
  return Number((await counting.execute(db.query)).rows[0]?.size ?? 0)
}

/** Conditions for the rows whose normalised text `search` contains all terms literally. */
export const searchConditions = (terms: readonly string[]): RawBuilder<SqlBool>[] =>
  terms.map((term) => sql`search like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)

/** All conditions together; undefined without any. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> | undefined =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : undefined

/** A list of the rows of a table, all or those that match a condition, in the order of some columns. */
export function tableList<T extends keyof Schema>(
  db: Db,
  table: T,
  { by, condition }: { by: readonly `${string} ${'asc' | 'desc'}`[]; condition?: RawBuilder<SqlBool> | undefined },
): LongList<Selectable<Schema[T]>> {
  const where = condition ? sql`where ${condition}` : sql``
  const ordered = sql`select * from ${sql.table(table)} ${where} order by ${sql.raw(by.join(', '))}`
  return {
    count: () => countRows(db, table, condition),
    async rows({ offset, limit }) {
      return (await sql<Selectable<Schema[T]>>`${ordered} limit ${limit} offset ${offset}`.execute(db.query)).rows
    },
  }
}

interface ListQuery {
  keyword?: string | undefined
  page?: number | undefined
  per_page?: number | undefined
}

/** One page of a list. */
export interface Listed<T> {
  rows: T[]
  page: number
  perPage: number
  pages: number
  total: number
}

/** Rows of a list, each as `toRow` makes it: a page, or without paging the first `unpaged`, reported as the last of the largest pages that they fill. */
export async function listRows<Row, T>(
  query: ListQuery,
  source: LongList<Row>,
  toRow: (row: Row) => T,
  { largest = limits.perPageMax, unpaged = limits.unpagedRows }: { largest?: number; unpaged?: number } = {},
): Promise<Listed<T>> {
  const total = await source.count()
  if (query.page === undefined && query.per_page === undefined) {
    const rows = await source.rows({ offset: 0, limit: unpaged })
    const { page, pages } = pageAt(total, unpaged / largest, largest)
    return { rows: rows.map(toRow), perPage: largest, page, pages, total }
  }
  const perPage = query.per_page ?? 20
  const { page, pages, offset } = pageAt(total, query.page ?? 1, perPage)
  const rows = await source.rows({ offset, limit: perPage })
  return { rows: rows.map(toRow), perPage, page, pages, total }
}
