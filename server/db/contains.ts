import { type Expression, type SqlBool, sql } from 'kysely'

/** `column like '%text%'` with the text taken literally. Only with an escape where needed: it costs SQLite the index. */
export function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const pattern = `%${literal}%`
  return literal === text
    ? sql<SqlBool>`${column} like ${pattern}`
    : sql<SqlBool>`${column} like ${pattern} escape '\\'`
}
