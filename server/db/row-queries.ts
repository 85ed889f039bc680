import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { type Db, lockRows } from './db.ts'
import type { Schema } from './row-types.ts'

type Table = keyof Schema & string
type Row<T extends Table> = Selectable<Schema[T]>
type Columns<T extends Table> = Partial<Row<T>>

// Kysely cannot type a query of a table that a parameter names; the functions below give callers its rows
const anyTable = ({ query }: Db) => query as unknown as Kysely<Record<string, Record<string, unknown>>>

/** Throws for a missing value, which Kysely would leave out of the condition. */
function conditionOf(having: object): Record<string, unknown> {
  const condition = { ...having }
  const values = Object.values(condition)
  if (values.length === 0 || values.includes(undefined)) throw new TypeError('A condition without a value')
  return condition
}

const selectRow = (db: Db, table: string, having: object) =>
  anyTable(db)
    .selectFrom(table)
    .selectAll()
    .where((row) => row.and(conditionOf(having)))

/** The row that has these values; undefined without one. */
export async function findRow<T extends Table>(db: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  return (await selectRow(db, table, having).executeTakeFirst()) as Row<T> | undefined
}

/** As `findRow`, locked until the transaction ends. */
export async function lockRow<T extends Table>(tx: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  return (await lockRows(tx, selectRow(tx, table, having)).executeTakeFirst()) as Row<T> | undefined
}

/** Inserts a row; false if another one has its value in the column `unique`, or in any such column. */
export async function insertNew<T extends Table>(
  tx: Db,
  table: T,
  row: Insertable<Schema[T]>,
  unique?: keyof Row<T> & string,
): Promise<boolean> {
  const inserting = anyTable(tx)
    .insertInto<string>(table)
    .values({ ...row })
  const inserted = inserting.onConflict((conflict) => (unique ? conflict.column(unique) : conflict).doNothing())
  return (await inserted.returning(sql`1`.as('one')).executeTakeFirst()) !== undefined
}

/** Changes the rows that have these values. */
export async function updateRows<T extends Table>(
  tx: Db,
  table: T,
  { having, change }: { having: Columns<T>; change: Columns<T> },
): Promise<void> {
  const updating = anyTable(tx)
    .updateTable<string>(table)
    .set({ ...change })
  await updating.where((row) => row.and(conditionOf(having))).execute()
}

/** Deletes the rows that have these values, and returns the first of them. */
export async function deleteRows<T extends Table>(tx: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  const deleting = anyTable(tx).deleteFrom<string>(table)
  const deleted = deleting.where((row) => row.and(conditionOf(having))).returningAll()
  return (await deleted.execute())[0] as Row<T> | undefined
}

/** As `findRow`, with a shared lock against its deletion until the transaction ends. */
export async function lockForShare<T extends Table>(tx: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  const query = selectRow(tx, table, having)
  return (await (tx.dialect === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()) as Row<T> | undefined
}
