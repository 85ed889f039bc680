// @vitest-environment node
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { createApi } from '../../../../src/api/api-client.ts'
import { getCart } from '../../../../src/db/cart.ts'
import { createDatabase, getValue } from '../../../../src/db/database.ts'
import { getDrafts } from '../../../../src/db/drafts.ts'
import { getOutboxOf } from '../../../../src/db/outbox-rows.ts'
import { getCatalogueState, getFishes, saveFeedPage } from '../../../../src/db/products.ts'
import { getSession, putSession } from '../../../../src/db/session.ts'
import { createSync } from '../../../../src/sync/sync.ts'
import { accepted, ann, bo, drain, type Sent } from '../../../support/outbox-bench.ts'
import { someFishes } from '../../../support/some-fishes.ts'
import old from './old-device.json' with { type: 'json' }

/*
 * old-device.json has the tables as version 1.0.0 wrote them: entries in every state, one under a new id, a cart with a
 * changed quantity, a draft, a session and a half-typed form.
 */

/** The stores of that version. */
const stores: Record<string, { key: string | string[]; indexes: Record<string, string | string[]> }> = {
  outbox: { key: 'id', indexes: { seq: 'seq', from: 'from', state: 'state', '[state+seq]': ['state', 'seq'] } },
  cart: { key: 'fishe', indexes: {} },
  drafts: { key: 'id', indexes: { updatedAt: 'updatedAt' } },
  kept: { key: 'name', indexes: {} },
  fishes: { key: '_id', indexes: {} },
  views: { key: ['userId', 'key'], indexes: { userId: 'userId' } },
}

function writeOldDevice(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, old.version)
    opening.onerror = () => reject(opening.error)
    opening.onupgradeneeded = () => {
      for (const [table, { key, indexes }] of Object.entries(stores)) {
        const store = opening.result.createObjectStore(table, { keyPath: key })
        for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path)
        // the file has the tables above
        for (const row of old.rows[table as keyof typeof old.rows]) store.put(row)
      }
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
}

async function openOldDevice(name: string) {
  await writeOldDevice(name)
  const db = createDatabase(name)
  const sent: Sent[] = []
  const fetch = async (path: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const one = { path, key: headers.get('idempotency-key'), token: headers.get('authorization'), body }
    sent.push(one)
    return accepted(one)
  }
  const clock = { now: () => 1_800_000_000_000 }
  const api = createApi({ baseUrl: '', token: () => undefined, fetch })
  return { db, sent, sync: createSync({ db, api, clock }) }
}

test('a device of version 1.0.0 opens with everything it had', async () => {
  const { db, sync } = await openOldDevice('old-1')
  const states = (await getOutboxOf(db, 'ann')).map(({ id, state }) => `${id} ${state}`)
  expect(states).toEqual([
    ...['sent done', 'refused attention', 'tried queued', 'renamed queued', 'under-way sending'],
    ...['made-7 queued', 'made-8 queued'],
  ])
  expect((await getOutboxOf(db, 'bo')).map(({ id, state }) => `${id} ${state}`)).toEqual(['of-bo waiting-login'])
  expect((await getOutboxOf(db, '')).map(({ kind, state }) => `${kind} ${state}`)).toEqual(['contact queued'])
  expect((await getCart(db)).map(({ fishe, qty }) => `${fishe} ${qty}`)).toEqual(['sole 2', 'squid 4.5'])
  expect((await getDrafts(db)).map(({ id, name, lines }) => [id, name, lines.length])).toEqual([['draft', 'Friday', 1]])
  expect(await getSession(db)).toEqual(ann)
  expect(await getValue(db, 'address')).toMatchObject({ city: 'Brest' })
  expect(await getValue(db, 'form:contact')).toEqual({ user_message: 'half a sen' })
  const { id, lines } = await sync.cartOrder()
  expect([id, lines.length]).toEqual([old.rows.kept.find(({ name }) => name === 'order-id')?.value, 2])
})

test('its pending entries are sent once, in their order and under their own users', async () => {
  const { db, sync, sent } = await openOldDevice('old-2')
  await drain(sync, 'all')
  await putSession(db, bo)
  await drain(sync, 'unanswered')
  expect(sent.map(({ key, token }) => `${key} ${token}`)).toEqual([
    'tried Bearer ann-1',
    'renamed Bearer ann-1',
    'under-way Bearer ann-1',
    'made-7 Bearer ann-1',
    'made-8 Bearer ann-1',
    'made-10 null',
    'of-bo Bearer bo-1',
  ])
  const left = (await db.outbox.toArray()).filter(({ state }) => state !== 'done')
  expect(left.map(({ id, state }) => `${id} ${state}`)).toEqual(['refused attention'])
})

test('a device that saved no large catalogue, only lists that were seen, fills it from the start and keeps the rest', async () => {
  const before = new Dexie('old-5')
  before.version(5).stores({
    outbox: 'id, seq, from, state, [state+seq]',
    cart: 'fishe',
    drafts: 'id, updatedAt',
    kept: 'name',
    fishes: '_id, type, [rating+numReviews+_id]',
    views: '[userId+key], userId',
    reviews: 'fishe',
    lists: 'key, at',
    orders: '[userId+_id], userId, gap',
    files: '[userId+_id], kind',
  })
  for (const [table, rows] of Object.entries(old.rows)) await before.table(table).bulkPut(rows)
  await before.table('lists').put({ key: 'top', ids: ['sole'], page: 1, pages: 1, total: 1, at: 5 })
  const catalogue = { cursor: 'late', at: 5, complete: false, tooMany: true }
  await before.table('kept').put({ name: 'catalogue', value: catalogue })
  before.close()
  const db = createDatabase('old-5')
  const rows = Object.fromEntries(
    await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const)),
  )
  const { kept, ...others } = old.rows
  expect(rows).toMatchObject(others)
  expect(rows.kept).toEqual(expect.arrayContaining(kept.filter(({ name }) => name !== 'catalogue')))
  expect(rows).not.toHaveProperty('lists')
  expect(await getCatalogueState(db)).toBeUndefined()
  await saveFeedPage(db, {
    since: undefined,
    now: 6,
    changes: { changed: someFishes(3), deleted: [], next: 'a', more: false },
  })
  expect(await getFishes(db)).toEqual(someFishes(3))
})
