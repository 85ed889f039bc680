import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { batchRows, type Columns, type Row, type Target, tablesOf } from './side.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (columns: Columns) => [...columns.keys()].map(quoted).join(', ')

/** Opens a shop's SQLite file in one transaction: a snapshot to read, or all of what is written. */
export function openSqliteSide(file: string, { readOnly }: { readOnly: boolean }): Target & { close(): void } {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  try {
    database.exec(readOnly ? 'begin' : 'pragma foreign_keys = on; begin immediate; pragma defer_foreign_keys = on')
    // a snapshot begins with the first read
    database.prepare('select count(*) from sqlite_master').get()
  } catch (error) {
    database.close()
    throw error
  }
  // columns of pragmas, whose types SQLite defines
  const texts = (query: string) => database.prepare(query).all() as Record<string, string>[]

  return {
    async tables() {
      const rows =
        texts(`select t.name as "table", c.name as "column", c.type from pragma_table_list() t, pragma_table_info(t.name) c
        where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.name`)
      return tablesOf(rows)
    },
    async journal() {
      const made = texts(`select name from sqlite_master where name = 'kysely_migration'`)
      return made.length === 0 ? [] : texts('select name from kysely_migration').map(({ name = '' }) => name)
    },
    async count(table) {
      return Number(database.prepare(`select count(*) as rows from ${quoted(table)}`).get()?.rows)
    },
    async *rows(table, columns) {
      let batch: Row[] = []
      for (const row of database.prepare(`select ${list(columns)} from ${quoted(table)}`).iterate()) {
        // no integer of the shop is beyond 2^53, where this would throw
        batch.push(Object.values(row) as Row)
        if (batch.length < batchRows) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async links() {
      const rows =
        texts(`select t.name as "from", f."table" as "to" from sqlite_master t, pragma_foreign_key_list(t.name) f
        where t.type = 'table'`)
      return rows.map(({ from = '', to = '' }) => ({ from, to }))
    },
    async empty(table) {
      database.exec(`delete from ${quoted(table)}`)
    },
    async insert(table, columns, rows) {
      const places = [...columns].map(() => '?').join(', ')
      const insert = database.prepare(`insert into ${quoted(table)} (${list(columns)}) values (${places})`)
      for (const row of rows) insert.run(...row)
    },
    async renewEpoch() {
      database.prepare('update catalogue_state set epoch = ?').run(randomUUID())
    },
    // SQLite goes on after the highest one by itself
    continueNumbers: async () => {},
    async commit() {
      database.exec('commit')
    },
    close: () => database.close(),
  }
}
