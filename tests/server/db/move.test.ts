import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, type DialectName, openDatabase } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openPictureStore } from '../../../server/storage/picture-store.ts'
import { busyTimeFactor } from '../../support/busy-time-factor.ts'
import { startS3 } from '../../support/s3-server.ts'
import { seedInto } from '../../support/seed-many.ts'
import { fastFolder } from '../../support/tools.mjs'
import { freshDatabase, orderBody, serverUrl } from '../harness.ts'
import { compileCache, postUntilTaken, type ServerProcess, startServer } from '../process.ts'
import { runSql } from './shop-040.ts'

const script = join(import.meta.dirname, '../../../server/scripts/move.ts')
const boss = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'secret word' }

type Fresh = Awaited<ReturnType<typeof freshDatabase>>
let cleaning: (() => Promise<unknown>)[] = []
beforeEach(() => {
  cleaning = []
})
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
})

async function fresh(dialect: DialectName): Promise<Fresh> {
  const made = await freshDatabase(dialect)
  cleaning.push(made.remove)
  return made
}
const envOf = ({ dataDir, databaseUrl }: Fresh) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
const addressOf = ({ dataDir, databaseUrl }: Fresh) => databaseUrl ?? `sqlite:${dataDir}`

async function look<T>(place: Fresh, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...place, timeFactor: busyTimeFactor })
  return work(db).finally(() => db.close())
}

/** Runs `npm run move` with the settings of the place that is moved. */
async function move(from: Fresh, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, IMAGES_URL: '', ...envOf(from), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, errors] = ['', '']
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code]: (number | null)[] = await once(child, 'close')
  return { code, said, errors }
}

/** A shop with everything in its tables, and a server process on it. */
async function open(place: Fresh): Promise<{ server: ServerProcess; api: string }> {
  const server = startServer({
    ...envOf(place),
    ...boss,
    CATALOGUE: 'demo',
    DEMO_ORDERS: 'on',
    RATE_LIMIT_FACTOR: '1000',
  })
  // also where the test fails before it stops the server
  cleaning.push(() => stop(server))
  return { server, api: `${await server.address}/api` }
}
async function stop(server: ServerProcess) {
  server.child.kill('SIGTERM')
  await server.ended
}

const other = (dialect: DialectName): DialectName => (dialect === 'sqlite' ? 'postgres' : 'sqlite')

describe.each<DialectName>(serverUrl ? ['sqlite', 'postgres'] : ['sqlite'])('npm run move from %s', (dialect) => {
  // without PostgreSQL, to another folder
  const to = serverUrl ? other(dialect) : 'sqlite'

  it('takes a shop across: a device with saved cursors loses nothing, and what it sends again is there once', async () => {
    const [from, target] = [await fresh(dialect), await fresh(to)]
    const before = await open(from)
    const login = await postUntilTaken(`${before.api}/users/login/`, {
      username: boss.ADMIN_EMAIL,
      password: boss.ADMIN_PASSWORD,
    })
    const headers = { authorization: `Bearer ${login.json.data.token}` }
    const get = async (api: string, path: string) => {
      const answer = await fetch(api + path, { headers })
      expect([path, answer.status]).toEqual([path, 200])
      return answer.json()
    }
    const { fishes } = await get(before.api, '/fish/')
    const key = v7()
    const body = orderBody(fishes.slice(0, 2))
    const keyed = { ...headers, 'idempotency-key': key }
    expect((await postUntilTaken(`${before.api}/orders/add/`, body, keyed)).status).toBe(201)
    const feeds = ['/fishes/changes/', '/orders/changes/']
    const pull = async (api: string, path: string, since?: string) => {
      const ids: string[] = []
      let next = since
      let isReset = false
      for (let more = true; more; ) {
        const page = await get(api, next === undefined ? path : `${path}?since=${encodeURIComponent(next)}`)
        ids.push(...page.changed.map(({ _id }: { _id: string }) => _id))
        isReset ||= page.reset === true
        ;({ next, more } = page)
      }
      return { ids: ids.sort(), next, isReset }
    }
    // what people and the shop keep besides orders
    const address = { label: 'Cold store', address: '1 Quay', city: 'Brest', postalCode: '-', country: 'France' }
    const send = async (method: string, path: string, body: object) => {
      const json = { ...headers, 'content-type': 'application/json' }
      const answer = await fetch(before.api + path, { method, headers: json, body: JSON.stringify(body) })
      expect([path, answer.status]).toEqual([path, 200])
    }
    await send('POST', '/users/addresses/', { after: address })
    const { changed } = await get(before.api, '/fishes/changes/')
    type Product = { _id: string; countInStock: number; image: string; images?: string[]; featured?: true }
    const soldOut = changed.find(({ countInStock }: Product) => countInStock === 0)
    await send('POST', `/fishes/${soldOut._id}/alert/`, {})
    const { legal: _, ...shop } = await get(before.api, '/shop/')
    await send('PUT', '/shop/', { ...shop, accent: '#a03020', scene: 'market', hero: changed[0].image })
    const kept = async (api: string) => {
      const { account, stockAlerts } = await get(api, '/users/data/')
      const several = changed.filter(({ images, featured }: Product) => images && featured)
      const products = await Promise.all(several.map(({ _id }: Product) => get(api, `/fishes/${_id}`)))
      return [account, stockAlerts, products, await get(api, '/customers/'), await get(api, '/shop/')]
    }
    const keptBefore = await kept(before.api)
    for (const list of [keptBefore[0].addresses, ...keptBefore.slice(1, 4)]) expect(list.length).toBeGreaterThan(0)
    const pulled = await Promise.all(feeds.map((path) => pull(before.api, path)))
    const all = await get(before.api, '/orders/')
    await stop(before.server)

    const { code, said, errors } = await move(from, [addressOf(target)])
    expect([code, errors.includes('100 %')], said + errors).toEqual([0, true])
    expect(said).toMatch(/^Moved \d+ rows of \d+ tables; counts and checksums are the same\.\n$/)

    const after = await open(target)
    // the same session, the same orders
    expect(await get(after.api, '/orders/')).toEqual(all)
    expect(await kept(after.api)).toEqual(keptBefore)
    // an answer that was lost: the entry is still pending and comes again
    const again = await postUntilTaken(`${after.api}/orders/add/`, body, keyed)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    const pending = { ...headers, 'idempotency-key': v7() }
    const added = await postUntilTaken(`${after.api}/orders/add/`, body, pending)
    expect(added.status).toBe(201)
    // the devices start again: all that they knew, and what came since, each once
    const news = [[], [added.json.data._id]]
    for (const [at, path] of feeds.entries()) {
      const { ids, isReset } = await pull(after.api, path, pulled[at]?.next)
      expect([path, isReset, ids]).toEqual([path, true, [...(pulled[at]?.ids ?? []), ...(news[at] ?? [])].sort()])
    }
    await stop(after.server)

    // and back, into another place
    const back = await fresh(dialect)
    expect((await move(target, [addressOf(back)])).code).toBe(0)
    const orders = (db: Database) => db.query.selectFrom('shop_order').selectAll().orderBy('id').execute()
    expect(await look(back, orders)).toEqual(await look(target, orders))
  })

  it('moves many orders in batches, while the shop is in use, and says so', { tags: '@long' }, async () => {
    const [from, target] = [await fresh(dialect), await fresh(to)]
    await look(from, async (db) => {
      await migrate(db)
      await seedInto(db, { products: 50, orders: 2000, events: 2, people: 300 })
    })
    const { server } = await open(from)
    const { code, said } = await move(from, [addressOf(target)])
    await stop(server)
    expect(said).toMatch(/was in use: what was saved after [\d:]+ UTC is not in the copy/)
    expect(code).toBe(0)
    const count = (db: Database) =>
      db.query
        .selectFrom('order_event')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute()
    expect(await look(target, count)).toEqual(await look(from, count))
  })

  it('refuses a target that is not empty, and leaves it as it is', async () => {
    const [from, target] = [await fresh(dialect), await fresh(to)]
    for (const place of [from, target])
      await look(place, async (db) => {
        await migrate(db)
        await seedInto(db, { products: 1, orders: 1 })
      })
    const { code, errors } = await move(from, [addressOf(target)])
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/is not empty: its table \w+ has rows\. Name an empty one\./),
    ])
  })

  it.each([
    ['newer', `insert into kysely_migration values ('999-later', '2999')`],
    ['older', `delete from kysely_migration where name = '001-baseline'`],
  ])('refuses a target of an %s version', async (which, change) => {
    const [from, target] = [await fresh(dialect), await fresh(to)]
    for (const place of [from, target]) await look(place, migrate)
    await runSql(target, change)
    const { code, errors } = await move(from, [addressOf(target)])
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining(`was made by an ${which}`.replace('an newer', 'a newer')),
    ])
  })
})

describe('npm run move', () => {
  it.each([
    [[], /^Say where to: MOVE_TO=postgres:/],
    [['mysql://localhost/shop'], /^Say where to/],
    [['postgres://shop:hidden-word@127.0.0.1:1/shop'], /^The database 127\.0\.0\.1:1\/shop cannot be reached/],
    [['sqlite:elsewhere', '--images', 'ftp://x'], /^The store of the pictures looks like --images s3:/],
  ])('says in a sentence what is wrong with %j', async (args, sentence) => {
    const from = await fresh('sqlite')
    await look(from, migrate)
    const { code, errors } = await move(from, args)
    expect([code, errors]).toEqual([1, expect.stringMatching(sentence)])
    expect(errors).not.toMatch(/hidden-word|\n {4}at /)
  })

  it('says that there is no shop, or that another program locks it', { tags: '@long' }, async () => {
    const from = await fresh('sqlite')
    const target = `sqlite:${join(from.dataDir, 'new')}`
    expect((await move(from, [target])).errors).toMatch(/^There is no shop in /)
    await look(from, migrate)
    const locker = new DatabaseSync(join(from.dataDir, 'shop.db'))
    locker.exec('pragma locking_mode = exclusive; begin exclusive')
    expect((await move(from, [target])).errors).toMatch(/is locked by another program; try again/)
    locker.close()
  })

  it.each([
    ['a text has changed', `update account set name = 'Anna' where id = new.id`],
    ['a row is missing', 'delete from account where id = new.id'],
  ])('notices that %s, and leaves the target empty', async (_, spoil) => {
    const [from, target] = [await fresh('sqlite'), await fresh('sqlite')]
    for (const place of [from, target]) await look(place, migrate)
    await look(from, (db) => seedInto(db, { products: 1, orders: 1, people: 2 }))
    await runSql(target, `create trigger spoil after insert on account begin ${spoil}; end`)
    const { code, errors } = await move(from, [addressOf(target)])
    expect([code, errors]).toEqual([1, expect.stringContaining('The copy of account differs from the original')])
    const fishes = await look(target, (db) => db.query.selectFrom('fish').select('id').execute())
    expect(fishes).toEqual([])
  })

  it('copies the pictures to a store', async () => {
    const from = await fresh('sqlite')
    await look(from, migrate)
    const pictures = openPictureStore(from)
    const bytes = new Uint8Array([1, 2, 3])
    for (const name of ['320.webp', '640.webp', '640.avif']) await pictures.put(`${'a'.repeat(32)}/${name}`, bytes, '')
    const s3 = await startS3('right')
    const folder = await mkdtemp(join(fastFolder(), 'moved-'))
    await mkdir(folder, { recursive: true })
    const images = `s3://KEY:right@${s3.host}/pictures/shop?tls=off`
    // in the environment, since the arguments of a process are no secret
    const { code, said } = await move(from, [], { MOVE_TO: `sqlite:${folder}`, MOVE_IMAGES: images })
    expect([code, said]).toEqual([0, expect.stringContaining('Copied 3 files of pictures and 0 files of orders.')])
    expect(s3.objects.get(`shop/${'a'.repeat(32)}/640.avif`)).toMatchObject({
      type: 'image/avif',
      bytes: Buffer.from(bytes),
    })
    await s3.stop()
    await rm(folder, { recursive: true })
  })
})
