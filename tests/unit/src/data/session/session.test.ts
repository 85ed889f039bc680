import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getCart } from '../../../../../src/data/cart/cart.ts'
import { moveLegacyStorage } from '../../../../../src/data/legacy-storage.ts'
import { createDatabase, type ShopDatabase } from '../../../../../src/data/schema.ts'
import {
  adoptUserInfo,
  dropSession,
  expireSession,
  getSession,
  putSession,
} from '../../../../../src/data/session/session.ts'
import { getValue } from '../../../../../src/data/values.ts'

const session = { userId: 'u', name: 'Ann', email: 'a@x.org', isAdmin: false, token: 't' }
let db: ShopDatabase
let count = 0

beforeEach(() => {
  db = createDatabase(`session-${++count}`)
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

test('a login is saved in both places, in the form of the specification; a logout removes both', async () => {
  await putSession(db, session)
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ data: { _id: 'u', token: 't' } })
  expect(await adoptUserInfo(db)).toEqual(session)
  await dropSession(db)
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(await getSession(db)).toBeUndefined()
})

test('the last change of local storage determines who is signed in', async () => {
  await putSession(db, session)
  localStorage.setItem('userInfo', JSON.stringify({ data: { user: { _id: 'v', name: 'Bo', isAdmin: 1 }, token: 'n' } }))
  expect(await adoptUserInfo(db)).toEqual({ userId: 'v', name: 'Bo', email: '', isAdmin: true, token: 'n' })
  localStorage.removeItem('userInfo')
  expect(await adoptUserInfo(db)).toBeUndefined()
  expect(await getSession(db)).toBeUndefined()
})

test.each([
  [1, true],
  ['1', true],
  [true, true],
  ['true', false],
  ['yes', false],
  [2, false],
  [undefined, false],
])('isAdmin %j in local storage means an administrator: %s', async (isAdmin, means) => {
  localStorage.setItem('userInfo', JSON.stringify({ data: { _id: 'v', isAdmin, token: 'n' } }))
  expect((await adoptUserInfo(db))?.isAdmin).toBe(means)
})

test('any text in local storage leads to a valid state and ends no session by mistake', async () => {
  await putSession(db, session)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.json(), fc.constantFrom('{', 'null', '[]', '{"data":null}')),
      async (text) => {
        localStorage.setItem('userInfo', text)
        expect(await adoptUserInfo(db)).toEqual(session)
        expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ data: { token: 't' } })
      },
    ),
    { numRuns: 60 },
  )
})

test('with local storage blocked, the session is in the database', async () => {
  const blocked = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(blocked)
  await putSession(db, session)
  expect(await adoptUserInfo(db)).toEqual(session)
})

test('a refused token expires the session only while it is the current one', async () => {
  await putSession(db, session)
  await expireSession(db, 'older')
  expect((await getSession(db))?.expired).toBeUndefined()
  await expireSession(db, 't')
  expect((await adoptUserInfo(db))?.expired).toBe(true)
  await putSession(db, { ...session, token: 'new' })
  expect((await getSession(db))?.expired).toBeUndefined()
})

test('the older cart and address are moved once; unreadable values are dropped', async () => {
  const item = { fishe: 'f', trade_name: 'Hake', image: '', countInStock: '5', qty: '2.5' }
  localStorage.setItem('cartItems', JSON.stringify([item, { fishe: 'g', qty: -1 }, null, 7]))
  localStorage.setItem('shippingAddress', JSON.stringify({ phone: 12, address: 'Quay', city: null }))
  await moveLegacyStorage(db, 1)
  expect(await getCart(db)).toMatchObject([{ fishe: 'f', qty: 2.5, countInStock: 5 }])
  expect(await getValue(db, 'address')).toEqual({ phone: '12', address: 'Quay', city: '', postalCode: '', country: '' })
  expect([localStorage.getItem('cartItems'), localStorage.getItem('shippingAddress')]).toEqual([null, null])
  localStorage.setItem('cartItems', '{broken')
  await moveLegacyStorage(db, 2)
  expect(await getCart(db)).toHaveLength(1)
})

test('a login in local storage that does not fit on the disk lasts for the page, until a logout', async () => {
  localStorage.setItem('userInfo', JSON.stringify({ data: { _id: 'u', name: 'Ann', token: 't' } }))
  const full = vi.spyOn(db.values, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  expect(await adoptUserInfo(db)).toMatchObject({ userId: 'u', token: 't' })
  expect([(await getSession(db))?.token, await db.values.count()]).toEqual(['t', 0])
  localStorage.removeItem('userInfo')
  expect([await adoptUserInfo(db), await getSession(db)]).toEqual([undefined, undefined])
  full.mockRestore()
  localStorage.setItem('userInfo', JSON.stringify({ data: { _id: 'u', name: 'Ann', token: 't2' } }))
  await adoptUserInfo(db)
  expect((await db.values.get('session'))?.value).toMatchObject({ token: 't2' })
})

test('a new token of the same user in local storage is used', async () => {
  await putSession(db, { ...session, expired: true })
  localStorage.setItem('userInfo', JSON.stringify({ data: { _id: 'u', name: 'Ann', token: 't2' } }))
  expect(await adoptUserInfo(db)).toMatchObject({ userId: 'u', token: 't2' })
  expect(await getSession(db)).toEqual({ ...session, email: '', token: 't2' })
})

test.each([
  ['login', () => putSession(db, { ...session, token: 'new' }), 'new'],
  ['logout', () => dropSession(db), undefined],
])(
  'a page that is killed in the middle of a %s has begun with local storage, and ends it at the next start',
  async (_name, act, token) => {
    await putSession(db, session)
    const killed = () => new Promise<never>(() => undefined) as never
    const put = vi.spyOn(db.values, 'put').mockImplementation(killed)
    const remove = vi.spyOn(db.values, 'delete').mockImplementation(killed)
    void act()
    await new Promise((resolve) => setTimeout(resolve))
    put.mockRestore()
    remove.mockRestore()
    expect((await adoptUserInfo(db))?.token).toBe(token)
    expect((await getSession(db))?.token).toBe(token)
  },
)
