import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { v4, v7 } from 'uuid'
import { type Right, rights } from '../../contract/accounts.ts'
import { inputFields } from '../../contract/fishes.ts'
import { hashPassword } from '../../server/accounts/passwords.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { insertUser, rightsText } from '../../server/accounts/users-table.ts'
import { type Database, type DialectName, openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { OutboxRow } from '../../server/db/row-types.ts'
import type { Mailer } from '../../server/outbox/mailer.ts'
import { type AppDeps, buildApp, createServiceDeps } from '../../server/server-app.ts'
import type { ContactMail, NoticeMail, ServiceDeps } from '../../server/service-deps.ts'
import { readSettings } from '../../server/settings.ts'
import type { ByteStore } from '../../server/storage/byte-store.ts'
import { openPictureStore } from '../../server/storage/picture-store.ts'
import { busyTimeFactor } from '../support/busy-time-factor.ts'
import { productWith } from '../support/product-with.ts'
import { fastFolder } from '../support/tools.mjs'
import { compilersFactory } from './compile-once.ts'
import { hashQuickly } from './quick-passwords.ts'
import { templateFile, templateOn } from './template.ts'

/** The PostgreSQL server for test databases; without it SQLite is tested. */
export const serverUrl = process.env.TEST_DATABASE_URL || undefined
/** The database that this run tests. */
export const dialect: DialectName = serverUrl ? 'postgres' : 'sqlite'

const admins = new Map<string, pg.Pool>()

/** A connection that makes and removes databases; a new one for each would take a fourth of PostgreSQL's time for a shop. */
function adminOf(server: string): pg.Pool {
  const known = admins.get(server)
  if (known) return known
  const admin = new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
  // some tests stop their server
  admin.on('error', () => {})
  admins.set(server, admin)
  return admin
}

/** Options of `openDatabase` for a new database, and the function that removes it. */
export async function freshDatabase(dialect: DialectName, server = serverUrl, template = 'template1') {
  const dataDir = await mkdtemp(join(fastFolder(), 'shop-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  if (dialect === 'sqlite' || !server) return { dataDir, databaseUrl: undefined, remove: removeFolder }
  const name = `shop_${v4().replaceAll('-', '')}`
  const admin = adminOf(server)
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const remove = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await removeFolder()
  }
  return { dataDir, databaseUrl: url.href, remove }
}

hashQuickly()

export const password = 'correct horse'
let hash: Promise<string> | undefined
const passwordHash = async () => {
  hash ??= hashPassword(password)
  return hash
}

export interface TestUser {
  id: string
  name: string
  email: string
  token: string
}

export interface TestShop {
  dialect: DialectName
  app: FastifyInstance
  shop: ServiceDeps
  db: Database
  /** `waits`: the requested pauses in milliseconds; it never really waits */
  clock: { now(): number; pass(milliseconds: number): void; waits: number[] }
  mails: ContactMail[]
  notices: NoticeMail[]
  pictures: ByteStore
  call: ReturnType<typeof caller>
  /** creates an account of two days ago with a session directly in the database */
  addUser(options?: { admin?: boolean; rights?: readonly Right[]; name?: string; email?: string }): Promise<TestUser>
  /** creates a product by its call, as an administrator of its own, who stays and is among those who get mails */
  addFish(fields?: Record<string, unknown>): Promise<{ _id: string; [field: string]: unknown }>
  /** another instance of the server on the same database */
  another(): Promise<FastifyInstance>
  close(): Promise<void>
}

/** What the outbox has of a kind. */
export const outboxOf = (db: Database, kind: OutboxRow['kind']): Promise<OutboxRow[]> =>
  db.query.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('id').execute()

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  key?: string | undefined
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** Opens an event stream, or gets its refusal, and closes it. */
async function injectStream(app: FastifyInstance, request: InjectOptions) {
  const answer = await app.inject({ ...request, payloadAsStream: true })
  const isOpen = answer.statusCode < 400
  const text = isOpen ? '' : await textOf(answer.stream())
  answer.stream().destroy()
  return { status: answer.statusCode, headers: answer.headers, text, json: isOpen ? undefined : JSON.parse(text) }
}

/** Calls the API by injected requests: `call('GET', '/fish/')`. */
export function caller(app: FastifyInstance) {
  return async (method: InjectOptions['method'] & string, path: string, options: CallOptions = {}) => {
    const { token, body, key, query } = options
    const headers: Record<string, string> = { ...options.headers }
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    if (key !== undefined) headers['idempotency-key'] = key
    const payload = body === undefined ? {} : { payload: body as Record<string, unknown> }
    const request: InjectOptions = { method: method as 'GET', url: `/api${path}`, headers, ...payload }
    // a stream does not end by itself
    if (method === 'GET' && /^\/live\/?$/.test(path)) return injectStream(app, request)
    const answer = await app.inject(query ? { ...request, query } : request)
    const json = /json/.test(String(answer.headers['content-type'])) ? JSON.parse(answer.body) : undefined
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json }
  }
}

/** A multipart body for `inject`: texts, numbers, and a file where the value is bytes. */
export function multipart(fields: Record<string, string | number | Uint8Array>) {
  const boundary = `b${v4()}`
  const parts = Object.entries(fields).flatMap(([name, given]) => {
    const value = typeof given === 'number' ? String(given) : given
    const file = typeof value === 'string' ? '' : '; filename="picture.png"\r\nContent-Type: image/png'
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, value, '\r\n']
  })
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

interface ShopOptions {
  /** for what does not depend on the database; else that of the run */
  on?: DialectName
  /** fills the empty database before it is opened and migrated */
  fill?: (place: { dataDir: string; databaseUrl: string | undefined }) => Promise<void>
  /** another PostgreSQL server, with the time limits of the product */
  server?: string
  env?: Record<string, string>
  freeDisk?: () => Promise<number>
  bodyTime?: number
  liveTimes?: { heartbeat: number; lifetime: number }
  mailFails?: () => boolean
  /** connects to the test's push service; without it, none is reachable */
  pushAgent?: Agent
  /** stores pictures in an unreachable S3 service */
  picturesFail?: boolean
  partTimes?: AppDeps['partTimes']
}

async function appDeps(database: Database, dataDir: string, options: ShopOptions) {
  let time = Date.UTC(2026, 0, 1)
  // each reading is a millisecond later, so that no two rows have the same time
  const clock = {
    now: () => time++,
    pass(milliseconds: number) {
      time += milliseconds
    },
    waits: [] as number[],
    async pause(milliseconds: number) {
      clock.waits.push(milliseconds)
    },
  }
  const mails: ContactMail[] = []
  const notices: NoticeMail[] = []
  const fail = (to: string) => {
    if (options.mailFails?.())
      throw Object.assign(new Error(`no room for ${to}`), { code: 'EENVELOPE', responseCode: 550 })
  }
  const mail: Mailer = {
    enabled: true,
    async send(message) {
      fail(message.email)
      mails.push(message)
    },
    async sendNotice(notice) {
      fail(notice.recipient)
      notices.push(notice)
    },
    async check() {
      fail('the check')
    },
    close: async () => {},
  }
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000', ...options.env })
  const imagesUrl = options.picturesFail ? 's3://KEY:SECRET@127.0.0.1:1/pictures?tls=off' : undefined
  const deps: AppDeps = { settings, db: database, pictures: openPictureStore({ dataDir, imagesUrl }), mail, clock }
  const {
    freeDisk = async () => 1e12,
    bodyTime,
    liveTimes,
    partTimes,
    pushAgent = new Agent({ lookup: () => {} }),
  } = options
  const more = { freeDisk, bodyTime, liveTimes, partTimes, pushAgent, schemaController: { compilersFactory } }
  return { deps: { ...deps, ...more }, clock, mails, notices }
}

/** A whole shop on an empty database. */
export async function openTestShop(options: ShopOptions = {}): Promise<TestShop> {
  const { on = dialect } = options
  const canCopy = !options.server && !options.fill
  const template = canCopy && on === 'postgres' && serverUrl ? await templateOn(serverUrl) : undefined
  const fresh = await freshDatabase(on, options.server, template)
  const copiesFile = canCopy && on === 'sqlite'
  if (copiesFile) await writeFile(join(fresh.dataDir, 'shop.db'), await templateFile())
  await options.fill?.(fresh)
  const timeFactor = options.server ? 1 : busyTimeFactor
  const db = openDatabase({ ...fresh, timeFactor })
  // durability is tested elsewhere; here it would take half of the time
  if (on === 'sqlite') await sql`pragma synchronous = off`.execute(db.query)
  if (template || copiesFile) await db.query.updateTable('catalogue_state').set({ epoch: v4() }).execute()
  else await migrate(db)
  const { deps, clock, mails, notices } = await appDeps(db, fresh.dataDir, options)
  const shop = createServiceDeps(deps)
  const app = await buildApp(deps, shop)
  await app.ready()
  const opened: { app: FastifyInstance; db?: Database }[] = [{ app, db }]
  let admin: Promise<TestUser> | undefined

  const addUser: TestShop['addUser'] = async (wish = {}) => {
    const id = v7()
    const name = wish.name ?? `User ${id.slice(-4)}`
    const email = wish.email ?? `${id}@example.org`
    const row = {
      id,
      name,
      email,
      password_hash: await passwordHash(),
      rights: rightsText(wish.rights ?? (wish.admin ? rights : [])),
    }
    // who has just come may not confirm what others ask for
    const created_at = new Date(clock.now() - 48 * 60 * 60 * 1000).toISOString()
    await insertUser(db, { ...row, created_at })
    return { id, name, email, token: await openSession(shop, db, id) }
  }
  const call = caller(app)

  return {
    dialect: on,
    app,
    shop,
    db,
    clock,
    mails,
    notices,
    pictures: deps.pictures,
    call,
    addUser,
    async addFish(fields = {}) {
      admin ??= addUser({ admin: true, name: 'Fish Maker' })
      const names = { trade_name: 'Atlantic cod', trade_name_fr: 'Morue', trade_name_es: 'Bacalao' }
      const form = multipart(productWith('Gadidae', { ...names, countInStock: 12.5, ...fields }))
      const made = await call('POST', '/fishes/create/', { token: (await admin).token, ...form })
      if (made.status !== 201) throw new Error(made.text)
      return made.json
    },
    async another() {
      // SQLite belongs to one process and one connection: the second instance shares it
      const own = on === 'postgres' ? openDatabase({ ...fresh, timeFactor }) : undefined
      const second = await appDeps(own ?? db, fresh.dataDir, options)
      const other = await buildApp({ ...second.deps, clock })
      await other.ready()
      opened.push(own ? { app: other, db: own } : { app: other })
      return other
    },
    async close() {
      for (const one of opened.reverse()) {
        await one.app.close()
        await one.db?.close()
      }
      await fresh.remove()
    },
  }
}

/** Types the password again, as people do where a call needs one typed a moment ago. */
export async function typeAgain({ call }: Pick<TestShop, 'call'>, { token }: { token: string }): Promise<void> {
  await call('POST', '/users/password/', { token, body: { password } })
}

/** Logs in, as people do whose sessions a new right has ended. */
export async function loginAgain({ call }: Pick<TestShop, 'call'>, user: TestUser): Promise<TestUser> {
  const { json } = await call('POST', '/users/login/', { body: { username: user.email, password } })
  return { ...user, token: json.data.token }
}

/** What the form of a product sends of it. */
export const formOf = (fish: Record<string, unknown>) =>
  Object.fromEntries(inputFields.filter((name) => name in fish).map((name) => [name, fish[name]]))

export function orderBody(fishes: { _id: string }[], qty = 2.5) {
  return {
    orderItems: fishes.map(({ _id }) => ({ fishe: _id, qty })),
    shippingAddress: { phone: '+212 5', address: '1 Quay', city: 'Agadir', postalCode: '80000', country: 'Morocco' },
    userEmail: 'somebody@example.org',
  }
}
