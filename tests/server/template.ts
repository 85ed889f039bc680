import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { busyTimeFactor } from '../support/busy-time-factor.ts'
import { fastFolder } from '../support/tools.mjs'

const folder = new URL('../../server/db/migrations/', import.meta.url)

/** Named after the schema, because a template on the server may be older than the sources. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.sql')) hash.update(file).update(readFileSync(new URL(file, folder)))
  return `template_${hash.digest('hex').slice(0, 16)}`
}

async function make(server: string): Promise<string> {
  const name = templateName()
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // one test process creates the template, the others wait; the lock ends with the connection
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [name])
    if (rows[0]?.datistemplate) return name
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    const db = openDatabase({ dataDir: '', databaseUrl: url.href, timeFactor: busyTimeFactor })
    await migrate(db).finally(() => db.close())
    await client.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await client.end()
  }
}

let made: Promise<string> | undefined

/** The name of a database with an empty schema, which PostgreSQL copies much faster than it can be migrated. */
export function templateOn(server: string): Promise<string> {
  made ??= make(server)
  return made
}

async function makeFile(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(fastFolder(), 'template-'))
  const db = openDatabase({ dataDir })
  await migrate(db).finally(() => db.close())
  const bytes = await readFile(join(dataDir, 'shop.db'))
  await rm(dataDir, { recursive: true })
  return bytes
}

let file: Promise<Buffer> | undefined

/** SQLite's file with an empty schema: migrating takes a third of the time of opening a shop. */
export function templateFile(): Promise<Buffer> {
  file ??= makeFile()
  return file
}
