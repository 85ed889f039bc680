import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { v4 } from 'uuid'
import type { Database } from './client.ts'
import { databaseFault } from './dialect/errors.ts'
import type { DialectName, Handle } from './handle.ts'
import type { Schema } from './schema.ts'

interface Migration {
  name: string
  text: string
  /** may fail: without it the shop is only slower, for instance if PostgreSQL lacks an extension */
  isOptional: boolean
}

const folder = new URL('migrations/', import.meta.url)

/** Journal names of files that were renamed after their release. */
const journalNames: Record<string, string> = {
  'sqlite/002-search.sql': 'dialect/search.sqlite.sql',
  'postgres/002-search.optional.sql': 'dialect/search.postgres.sql',
  '003-order-list.sql': 'migrations/002-order-list.sql',
  '004-lists.sql': 'migrations/003-lists.sql',
  'sqlite/005-short-searches.sql': 'dialect/search-short.sqlite.sql',
  'sqlite/006-lists-search.sql': 'dialect/lists-search.sqlite.sql',
  'postgres/006-lists-search.optional.sql': 'dialect/lists-search.postgres.sql',
  '007-list-marks.sql': 'migrations/004-list-marks.sql',
  'sqlite/008-list-marks.sql': 'dialect/list-marks.sqlite.sql',
  'postgres/008-list-marks.sql': 'dialect/list-marks.postgres.sql',
}

/** An applied migration differs from its file: the file was edited after its release. */
export class MigrationChanged extends Error {
  override name = 'MigrationChanged'
}

/** The files of `migrations/` and of the dialect's folder by number. Append only: never edit or rename a released file. */
export async function listMigrations(dialect: DialectName): Promise<Migration[]> {
  const shared = await readdir(folder)
  const own = await readdir(new URL(`${dialect}/`, folder))
  const files = [...shared, ...own.map((file) => `${dialect}/${file}`)].filter((file) => file.endsWith('.sql'))
  const ordered = files.sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
  return Promise.all(
    ordered.map(async (file) => ({
      name: journalNames[file] ?? `migrations/${file}`,
      text: await readFile(new URL(file, folder), 'utf8'),
      isOptional: file.endsWith('.optional.sql'),
    })),
  )
}

function statements(text: string, dialect: DialectName): string[] {
  const collated = text.replaceAll('/*C*/', dialect === 'postgres' ? 'collate "C"' : '')
  const parts = collated.split(/;\s*\n\s*\n/).map((part) => part.replace(/^\s*--.*$/gm, '').trim())
  return parts.filter(Boolean)
}

async function createJournal(query: Kysely<Schema>): Promise<void> {
  const create = sql`create table if not exists schema_migration
    (name text primary key, checksum text not null, applied_at text not null)`
  // PostgreSQL: if several instances create it at the same moment, all but one get an error (23505, 42P07, 42710)
  for (let attempt = 1; ; attempt++) {
    try {
      await create.execute(query)
      return
    } catch (error) {
      if (attempt === 5 || databaseFault(error) !== 'unique') throw error
    }
  }
}

/** The unique name is the lock: if several instances start together, one applies the migration and the others wait. */
async function apply(db: Handle, migration: Migration, now: string): Promise<void> {
  const checksum = createHash('sha256').update(migration.text).digest('hex')
  await db.query.transaction().execute(async (tx) => {
    const claimed = await sql`insert into schema_migration (name, checksum, applied_at)
      values (${migration.name}, ${checksum}, ${now}) on conflict do nothing returning name`.execute(tx)
    if (claimed.rows.length > 0) {
      for (const statement of statements(migration.text, db.dialect)) await sql.raw(statement).execute(tx)
      return
    }
    const applied = await sql<{ checksum: string }>`select checksum from schema_migration
      where name = ${migration.name}`.execute(tx)
    if (applied.rows[0]?.checksum === checksum) return
    throw new MigrationChanged(`The migration ${migration.name} differs from the one this database was made with.`)
  })
}

async function applyAll(db: Handle, now: string): Promise<void> {
  await createJournal(db.query)
  for (const migration of await listMigrations(db.dialect)) {
    try {
      await apply(db, migration, now)
    } catch (error) {
      if (!migration.isOptional || error instanceof MigrationChanged || databaseFault(error)) throw error
    }
  }
  await db.query
    .insertInto('catalogue_state')
    .values({ only_row: 1, epoch: v4(), version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Migrates the database to the current schema. Several instances may run it at once. It has no timeouts, because an index
 * on a large table, or waiting for another instance, may take long.
 */
export async function migrate(db: Database, now = new Date().toISOString()): Promise<void> {
  const unlimited = db.openWithoutTimeouts?.()
  try {
    await applyAll({ dialect: db.dialect, query: unlimited ?? db.query }, now)
  } finally {
    await unlimited?.destroy()
  }
}
