// @vitest-environment node
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { createDatabase, openAnew, openDatabase, withDb } from '../../../../src/db/database.ts'
import { outboxStore } from '../../../../src/db/outbox-rows.ts'
import { accept } from '../../../../src/sync/outbox-steps.ts'
import { contactEntry } from '../../../support/entries.ts'

const body = { user_object: '', user_name: '', user_email: 'v@x.org', user_message: 'Hello' }

afterEach(() => vi.restoreAllMocks())

test('a connection lost in the background is opened again, once', async () => {
  const db = createDatabase('lost', { indexedDB: new IDBFactory(), IDBKeyRange })
  await db.open()
  const store = outboxStore(db)
  for (let i = 1; i <= 3; i++) {
    // the connection below Dexie; fake-indexeddb's type is wider than the platform's
    forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
    await store.transact((all) =>
      accept(all, contactEntry({ id: `k${i}`, body: { ...body, user_message: `${i}` } }, 0), 's'),
    )
  }
  expect((await store.read()).rows.map(({ id, seq }) => `${id} ${seq}`)).toEqual(['k1 1', 'k2 2', 'k3 3'])
  db.close()
})

test('a connection lost at any moment of a step: the step is done exactly once', async () => {
  for (let moment = 0; moment < 14; moment++) {
    const db = createDatabase(`moment-${moment}`, { indexedDB: new IDBFactory(), IDBKeyRange })
    await db.open()
    const store = outboxStore(db)
    const native = db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0]
    const saved = store.transact((all) => accept(all, contactEntry({ id: 'k', body }, 0), 's'))
    for (let i = 0; i < moment; i++) await new Promise((resolve) => setTimeout(resolve))
    forceCloseDatabase(native)
    await saved
    expect((await store.read()).rows.map(({ id }) => id)).toEqual(['k'])
    db.close()
  }
})

test('other errors are thrown at once, and so is a second loss', async () => {
  const db = createDatabase('twice', { indexedDB: new IDBFactory(), IDBKeyRange })
  const failing = vi.fn(() => Promise.reject(Object.assign(new Error('gone'), { name: 'InvalidStateError' })))
  await expect(withDb(db, failing)).rejects.toThrow('gone')
  expect(failing).toHaveBeenCalledTimes(2)
  const broken = vi.fn(() => Promise.reject(new RangeError('mine')))
  await expect(withDb(db, broken)).rejects.toThrow('mine')
  expect(broken).toHaveBeenCalledTimes(1)
  db.close()
})

test('a database that does not answer blocks no page', async () => {
  // never answers, like a blocked upgrade
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  const { storage } = await openDatabase('held', 10)
  expect(storage).toBe('silent')
})

test('a database that an older tab holds opens when that tab has closed', async () => {
  const old = await new Promise<IDBDatabase>((resolve) => {
    const open = indexedDB.open('shared', 1)
    open.onsuccess = () => resolve(open.result)
  })
  const { db, storage } = await openDatabase('shared', 100)
  expect(storage).toBe('silent')
  old.close()
  await db.open()
  expect(await db.cart.count()).toBe(0)
  db.close()
})

test('a database that did not answer is opened anew, and what waited for it is settled', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  const { db } = await openDatabase('late', 10)
  const waiting = db.cart.count().then(
    () => 'read',
    () => 'failed',
  )
  open.mockRestore()
  await openAnew(db)
  expect(await waiting).toBe('failed')
  expect(await db.cart.count()).toBe(0)
  db.close()
})

// last, since from here on the page's database is in memory
test('without IndexedDB the same tables are in memory', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
  })
  const { db, storage } = await openDatabase('nowhere')
  expect(storage).toBe('memory')
  await outboxStore(db).transact((all) => accept(all, contactEntry({ id: 'k', body }, 0), 's'))
  expect(await db.outbox.count()).toBe(1)
  db.close()
})
