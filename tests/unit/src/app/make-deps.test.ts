import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freeSpace, makeDeps } from '../../../../src/app/start-app.tsx'
import { getCart } from '../../../../src/db/cart.ts'
import { getValue, openAnew } from '../../../../src/db/database.ts'
import { getSession } from '../../../../src/db/session.ts'

const cart = JSON.stringify([{ fishe: 'f', trade_name: 'Hake', qty: 2 }])

beforeEach(() => {
  localStorage.setItem('userInfo', JSON.stringify({ data: { _id: 'u', name: 'Ann', token: 't' } }))
  localStorage.setItem('cartItems', cart)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('on a full disk the app starts with the session, and the legacy storage moves at a later start', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  const { deps, session } = await makeDeps()
  expect([deps.storage, session?.token, (await getSession(deps.db))?.token]).toEqual(['disk', 't', 't'])
  expect(localStorage.getItem('cartItems')).toBe(cart)
  expect(put).toHaveBeenCalled()
  deps.db.close()
  put.mockRestore()
  const later = (await makeDeps()).deps.db
  expect((await getCart(later)).map(({ fishe }) => fishe)).toEqual(['f'])
  expect(localStorage.getItem('cartItems')).toBeNull()
  await later.delete()
})

test('a database that does not answer hides no login, and takes it over when it opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  const made = makeDeps()
  await vi.advanceTimersByTimeAsync(3000)
  const { deps, session } = await made
  vi.useRealTimers()
  expect([deps.storage, session?.token, (await getSession(deps.db))?.token]).toEqual(['silent', 't', 't'])
  open.mockRestore()
  await openAnew(deps.db)
  await vi.waitFor(async () => expect((await getValue(deps.db, 'session'))?.token).toBe('t'))
  // what is still being moved would take the next test's
  await vi.waitFor(() => expect(localStorage.getItem('cartItems')).toBeNull())
  await deps.db.delete()
})

test('in memory-only mode the legacy storage stays where it is', async () => {
  localStorage.setItem('shippingAddress', JSON.stringify({ phone: '1', city: 'Brest' }))
  const { indexedDB: before, IDBKeyRange: ranges } = Dexie.dependencies
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
  })
  const { deps, session } = await makeDeps()
  Object.assign(Dexie.dependencies, { indexedDB: before, IDBKeyRange: ranges })
  expect([deps.storage, session?.token]).toEqual(['memory', 't'])
  expect([localStorage.getItem('cartItems'), localStorage.getItem('shippingAddress')]).toEqual([
    cart,
    expect.anything(),
  ])
  expect((await getValue(deps.db, 'address'))?.city).toBe('Brest')
})

test('freeing space deletes the cached pictures only', async () => {
  const shell = ['shell-precache-v1', 'shell-earlier-v1', 'start-abc', 'made-by-somebody-else']
  const names = new Set([...shell, 'pictures-seen-v1', 'pictures-saved-v1'])
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  await freeSpace()
  expect([...names]).toEqual(shell)
})
