import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, DialectName } from './database.ts'

/** The database cannot be used by this version; the message says what to do. */
export class OtherVersion extends Error {
  override name = 'OtherVersion'
}

const ownFolder = new URL('migrations/', import.meta.url)
const baseline = '001-baseline'

function statements(text: string, dialect: DialectName): string[] {
  const collated = text.replaceAll('/*C*/', dialect === 'postgres' ? 'collate "C"' : '')
  const parts = collated.split(/;\s*\n\s*\n/)
  return parts.map((part) => part.replace(/^\s*--.*$/gm, '').trim()).filter(Boolean)
}

/** Drops the journal of a shop from before Kysely's, and returns the names of what was applied: none in a new shop. */
async function takeJournal(query: Kysely<unknown>): Promise<string[]> {
  const tables = await query.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(query)
  const names = rows.map(({ name }) => basename(name, '.sql'))
  if (!names.includes('040-rights'))
    throw new OtherVersion(
      'This shop is from before migration 040: start the last release before this one on it once, then this one (see Update in docs/operations.md).',
    )
  await sql`drop table schema_migration`.execute(query)
  return [baseline, ...names]
}

/** The .sql files of a folder, then of the dialect's folder in it, by name. Append only: a released file is never edited or renamed. */
export async function readMigrations(dialect: DialectName, folder = ownFolder): Promise<Record<string, Migration>> {
  const all = new Map<string, string[]>()
  for (const place of [folder, new URL(`${dialect}/`, folder)])
    for (const file of (await readdir(place)).filter((name) => name.endsWith('.sql'))) {
      const name = basename(file, '.sql')
      const texts = statements(await readFile(new URL(file, place), 'utf8'), dialect)
      all.set(name, [...(all.get(name) ?? []), ...texts])
    }
  const done = new Set<string>()
  const migration = (name: string, texts: string[]): Migration => ({
    async up(query) {
      if (name === baseline) for (const before of await takeJournal(query)) done.add(before)
      if (!done.has(name)) for (const text of texts) await sql.raw(text).execute(query)
    },
  })
  return Object.fromEntries([...all].map(([name, texts]) => [name, migration(name, texts)]))
}

/** Brings the database to the current schema, or leaves it as it is; instances may do it at once. Without timeouts, as an index may take long. */
export async function migrate(db: Database, folder = ownFolder): Promise<void> {
  const unlimited = db.openWithoutTimeouts?.()
  const query = unlimited ?? db.query
  try {
    const provider = { getMigrations: () => readMigrations(db.dialect, folder) }
    const { error } = await new Migrator({ db: query, provider, allowUnorderedMigrations: true }).migrateToLatest()
    if (error instanceof Error && /previously executed migration \S+ is missing/.test(error.message))
      throw new OtherVersion(
        'This shop was opened by a newer version: start that one, or restore a backup from before.',
      )
    if (error) throw error
  } finally {
    await unlimited?.destroy()
  }
}
