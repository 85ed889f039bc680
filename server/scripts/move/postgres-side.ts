import pg from 'pg'
import { batchRows, type Columns, type Form, type Row, type Target, tablesOf, type Value } from './side.ts'

const quoted = (name: string) => pg.escapeIdentifier(name)
const list = (columns: Columns) => [...columns.keys()].map(quoted).join(', ')
/** Values as PostgreSQL writes them. */
const asText = { getTypeParser: () => (text: string) => text }

function read(text: string | null, form: Form): Value {
  if (text === null || form === 'text' || form === 'json') return text
  if (form === 'time') return new Date(text).toISOString()
  if (form === 'bytes') return Buffer.from(text.slice(2), 'hex')
  return text === 't' || text === 'f' ? Number(text === 't') : Number(text)
}

function written(value: Value): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
}

interface PostgresSide extends Target {
  /** whether a server of the shop uses the database */
  isInUse(): Promise<boolean>
  close(): Promise<void>
}

/** Opens a shop's PostgreSQL database in one transaction: a snapshot to read, or all of what is written. */
export async function openPostgresSide(url: string, { readOnly }: { readOnly: boolean }): Promise<PostgresSide> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'quayside move',
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(readOnly ? 'begin isolation level repeatable read read only' : 'begin')
  // a server that starts on it meanwhile waits
  if (!readOnly) await client.query('lock table catalogue_state in access exclusive mode')
  const texts = async (query: string) =>
    (await client.query<Record<string, string>>({ text: query, types: asText })).rows

  return {
    async isInUse() {
      const others = await texts(`select pid from pg_stat_activity
        where datname = current_database() and application_name = 'quayside'`)
      return others.length > 0
    },
    async tables() {
      const rows = await texts(`select c.table_name as "table", c.column_name as "column", c.data_type as type
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by 1, 2`)
      return tablesOf(rows)
    },
    async journal() {
      const [made] = await texts(`select to_regclass('kysely_migration') as name`)
      return made?.name ? (await texts('select name from kysely_migration')).map(({ name = '' }) => name) : []
    },
    async count(table) {
      const [row] = await texts(`select count(*) as rows from ${quoted(table)}`)
      return Number(row?.rows)
    },
    async *rows(table, columns) {
      const forms = [...columns.values()]
      await client.query(`declare moved cursor for select ${list(columns)} from ${quoted(table)}`)
      for (;;) {
        const query = { text: `fetch ${batchRows} from moved`, types: asText, rowMode: 'array' as const }
        const { rows } = await client.query<(string | null)[]>(query)
        if (rows.length === 0) break
        yield rows.map((row): Row => row.map((text, at) => read(text, forms[at] ?? 'text')))
      }
      await client.query('close moved')
    },
    async links() {
      const rows = await texts(`select a.relname as "from", b.relname as "to" from pg_constraint c
        join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
        where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`)
      return rows.map(({ from = '', to = '' }) => ({ from, to }))
    },
    async empty(table) {
      await client.query(`delete from ${quoted(table)}`)
    },
    async insert(table, columns, rows) {
      const names = [...columns.keys()]
      const objects = rows.map((row) => Object.fromEntries(row.map((value, at) => [names[at], written(value)])))
      await client.query(
        `insert into ${quoted(table)} (${list(columns)})
          select ${list(columns)} from json_populate_recordset(null::${quoted(table)}, $1::json)`,
        [JSON.stringify(objects)],
      )
    },
    async renewEpoch() {
      await client.query('update catalogue_state set epoch = gen_random_uuid()::text')
    },
    async continueNumbers() {
      const owned =
        await texts(`select s.oid::regclass as sequence, t.oid::regclass as "table", quote_ident(a.attname) as "column"
        from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
        join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
        where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`)
      for (const { sequence = '', table = '', column = '' } of owned)
        await client.query(`select setval($1::regclass, greatest(1, max(${column})), true) from ${table}`, [sequence])
    },
    async commit() {
      await client.query('commit')
    },
    close: () => client.end(),
  }
}
