import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll } from 'vitest'
import { rights } from '../../contract/accounts.ts'
import { hashPassword } from '../../server/accounts/passwords.ts'
import { insertSession } from '../../server/accounts/sessions.ts'
import { insertUser, rightsText } from '../../server/accounts/users-table.ts'
import { insertFish } from '../../server/catalogue/fishes-table.ts'
import { bumpCatalogueVersion } from '../../server/db/catalogue-state.ts'
import { type Database, type DialectName, openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { busyTimeFactor } from '../support/busy-time-factor.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.mjs'
import { eachText } from '../support/product-with.ts'
import { fastFolder } from '../support/tools.mjs'

export const password = 'a good password'

export interface Person {
  id: string
  email: string
  token: string
}

export interface Prepared {
  fishId: string
  buyer: Person
  admin: Person
}

/** An account with an open session, written into the database by the side door. */
export async function addPerson(db: Database, { admin = false } = {}): Promise<Person> {
  const hash = await hashPassword(password)
  const id = v7()
  const email = `${id}@example.org`
  const token = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(token).digest('base64url')
  const row = {
    id,
    name: 'Somebody',
    email,
    password_hash: hash,
    rights: admin ? rightsText(rights) : '',
  }
  await insertUser(db, { ...row, created_at: new Date().toISOString() })
  await insertSession(db, {
    token_hash,
    account_id: id,
    expires_at: '2099-01-01T00:00:00.000Z',
    created_at: null,
    last_used_at: null,
    password_at: new Date().toISOString(),
  })
  return { id, email, token }
}

/** A migrated database with a product, a buyer and an administrator. */
export async function prepareDatabase(db: Database): Promise<Prepared> {
  await migrate(db)
  const fishId = v7()
  const now = new Date().toISOString()
  const rest = { type: 'fish' as const, image: '', placeholder: '', created_at: now, updated_at: now }
  const numbers = { count_in_stock: 10, rating: 0, num_reviews: 0 }
  await insertFish(db, { id: fishId, ...eachText('Sardine'), ...rest, ...numbers }, await bumpCatalogueVersion(db))
  return { fishId, buyer: await addPerson(db), admin: await addPerson(db, { admin: true }) }
}

export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  /** the settings of a server on it */
  env: Record<string, string>
  /** opens the database from here, while no server holds it, and closes it again */
  look<T>(work: (db: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** Reads as of one moment: in PostgreSQL the work of a server that was killed may still be under way. */
export function atOneMoment<T>(db: Database, read: (query: Database['query']) => Promise<T>): Promise<T> {
  const reading = db.query.transaction()
  return (db.dialect === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading).execute(read)
}

/** A data folder of its own, with or without a PostgreSQL behind it. */
export async function makePlace(databaseUrl?: string): Promise<Place> {
  const dataDir = await mkdtemp(join(fastFolder(), 'quayside-torture-'))
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  return {
    dataDir,
    databaseUrl,
    env,
    async look(work) {
      const db = openDatabase({ dataDir, databaseUrl, timeFactor: busyTimeFactor })
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** A place for the tests of a `describe`: on SQLite, or on a PostgreSQL of its own, which can be restarted. */
export function usePlace(dialect: DialectName) {
  let postgres: TestPostgres | undefined
  let place: Place
  beforeAll(async () => {
    postgres = dialect === 'postgres' ? await startPostgres() : undefined
    place = await makePlace(postgres?.url)
  })
  afterAll(async () => {
    await postgres?.stop()
    await place.remove()
  })
  return { place: () => place, postgres: () => postgres }
}

/** Random numbers that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
