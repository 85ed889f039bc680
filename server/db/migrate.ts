import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { v4 } from 'uuid'
import type { Database } from './client.ts'
import { databaseFault } from './dialect/errors.ts'
import type { DialectName, Handle } from './handle.ts'
import type { Schema } from './schema.ts'

interface Migration {
  name: string
  text: string
  /** when it fails the shop works on without it */
  optional?: true
}

/** Append only: a migration that was released is never edited, renamed or moved. */
const files: Record<DialectName, { file: string; optional?: true }[]> = {
  sqlite: [
    { file: 'migrations/001-shop.sql' },
    { file: 'dialect/search.sqlite.sql' },
    { file: 'migrations/002-order-list.sql' },
    { file: 'migrations/003-lists.sql' },
    { file: 'dialect/search-short.sqlite.sql' },
    { file: 'dialect/lists-search.sqlite.sql' },
    { file: 'migrations/004-list-marks.sql' },
    { file: 'dialect/list-marks.sqlite.sql' },
  ],
  postgres: [
    { file: 'migrations/001-shop.sql' },
    { file: 'dialect/search.postgres.sql', optional: true },
    { file: 'migrations/002-order-list.sql' },
    { file: 'migrations/003-lists.sql' },
    { file: 'dialect/lists-search.postgres.sql', optional: true },
    { file: 'migrations/004-list-marks.sql' },
    { file: 'dialect/list-marks.postgres.sql' },
  ],
}

/** A migration on record differs from the file of the same name: someone edited history. */
export class MigrationChanged extends Error {
  override name = 'MigrationChanged'
}

async function readMigrations(dialect: DialectName): Promise<Migration[]> {
  return Promise.all(
    files[dialect].map(async ({ file, ...rest }) => {
      const text = await readFile(new URL(file, import.meta.url), 'utf8')
      return { name: file, text, ...rest }
    }),
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
  // PostgreSQL: several instances create it in the same instant, and all but one hear about it (23505, 42P07, 42710)
  for (let attempt = 1; ; attempt++) {
    try {
      await create.execute(query)
      return
    } catch (error) {
      if (attempt === 5 || databaseFault(error) !== 'unique') throw error
    }
  }
}

/** The unique name is the lock: of several instances that start together, one applies and the others wait for it. */
async function apply(db: Handle, migration: Migration, now: string): Promise<void> {
  const checksum = createHash('sha256').update(migration.text).digest('hex')
  await db.query.transaction().execute(async (tx) => {
    const claimed = await sql`insert into schema_migration (name, checksum, applied_at)
      values (${migration.name}, ${checksum}, ${now}) on conflict do nothing returning name`.execute(tx)
    if (claimed.rows.length > 0) {
      for (const statement of statements(migration.text, db.dialect)) await sql.raw(statement).execute(tx)
      return
    }
    const known = await sql<{ checksum: string }>`select checksum from schema_migration
      where name = ${migration.name}`.execute(tx)
    if (known.rows[0]?.checksum === checksum) return
    throw new MigrationChanged(`The migration ${migration.name} differs from the one this database was made with.`)
  })
}

async function applyAll(db: Handle, now: string): Promise<void> {
  await createJournal(db.query)
  for (const migration of await readMigrations(db.dialect)) {
    try {
      await apply(db, migration, now)
    } catch (error) {
      if (!migration.optional || error instanceof MigrationChanged || databaseFault(error)) throw error
    }
  }
  await db.query
    .insertInto('catalogue_state')
    .values({ only_row: 1, epoch: v4(), version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Brings the database to the schema of this program. Safe to run by several instances at once. An index on a table that
 * has grown, or the wait for another instance, may take longer than any request.
 */
export async function migrate(db: Database, now = new Date().toISOString()): Promise<void> {
  const patient = db.openPatient?.()
  try {
    await applyAll({ dialect: db.dialect, query: patient ?? db.query }, now)
  } finally {
    await patient?.destroy()
  }
}
