import { type SqlBool, sql } from 'kysely'
import { normaliseText } from '../../contract/catalogue-query.ts'
import type { Handle } from './db/handle.ts'
import { allOf, countRows, type LongList, searchConditions } from './db/long-list.ts'
import type { AdminActionRow } from './db/schema.ts'

/** Appends to the log; its rows are never changed. */
export async function insertActions(tx: Handle, rows: readonly Omit<AdminActionRow, 'search'>[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({ ...row, search: normaliseText(`${row.actor_name}\n${row.thing_name}`) }))
  await tx.query.insertInto('admin_action').values(values).execute()
}

interface ActionFilter {
  terms: readonly string[]
  by: string | undefined
  thing: string | undefined
}

/** Actions of administrators, newest first; filtered by terms, by administrator and by kind of thing. */
export function listActions(db: Handle, { terms, by, thing }: ActionFilter): LongList<AdminActionRow> {
  const condition = allOf([
    ...(by === undefined ? [] : [sql<SqlBool>`actor_id = ${by}`]),
    ...(thing === undefined ? [] : [sql<SqlBool>`thing = ${thing}`]),
    ...searchConditions(terms),
  ])
  const all = db.query.selectFrom('admin_action').selectAll().orderBy('at', 'desc').orderBy('id', 'desc')
  const query = condition ? all.where(condition) : all
  return {
    count: () => countRows(db, 'admin_action', condition),
    rows: ({ offset, limit }) => query.limit(limit).offset(offset).execute(),
  }
}

export async function deleteOldActions(db: Handle, before: string): Promise<void> {
  await db.query.deleteFrom('admin_action').where('at', '<', before).execute()
}
