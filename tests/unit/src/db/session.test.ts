import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '../../../../contract/orders.ts'
import { getCart } from '../../../../src/db/cart.ts'
import { createDatabase, getValue, type ShopDatabase } from '../../../../src/db/database.ts'
import { moveLegacyStorage } from '../../../../src/db/legacy-storage.ts'
import type { CartLine, FileRow } from '../../../../src/db/rows.ts'
import {
  adoptUserInfo,
  dropSession,
  expireSession,
  getSession,
  hasEnded,
  putSession,
} from '../../../../src/db/session.ts'
import { wholeAnswers } from '../../../../src/db/views.ts'

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

test('a refused token ends the session only while it is the current one', async () => {
  await putSession(db, session)
  await expireSession(db, 'older')
  expect((await getSession(db))?.token).toBe('t')
  await expireSession(db, 't')
  expect([await adoptUserInfo(db), await getSession(db), await hasEnded(db)]).toEqual([undefined, undefined, true])
  await putSession(db, { ...session, token: 'new' })
  expect([(await getSession(db))?.token, await hasEnded(db)]).toEqual(['new', false])
})

const line = { fishe: 'f', qty: 2, note: 'For my daughter', addedAt: 1 } as CartLine
const draft = { id: 'd', name: 'Private', lines: [line], createdAt: 1, updatedAt: 1 }

/** What is on the device of a person who has orders and a list of users, a cart, a draft and half-typed wishes. */
async function fillDevice() {
  await putSession(db, session)
  await db.orders.put({ userId: 'u', _id: 'o', at: 1, fill: 0, during: 0, order: {} as Order })
  await db.views.put({ userId: 'u', key: 'users', body: [], at: 1 })
  await db.files.put({ userId: 'u', _id: 's', order: 'o', kind: 'saved' } as FileRow)
  await db.files.put({ userId: 'u', _id: 'w', order: 'o', kind: 'out' } as FileRow)
  await db.cart.put(line)
  await db.drafts.put(draft)
  await db.keyValue.put({ name: 'form:wishes', value: { note: 'Soon' } })
}
const onDevice = async () => ({
  left: [await db.orders.count(), await db.views.count()],
  files: (await db.files.toArray()).map(({ _id }) => _id),
  lists: [await db.cart.count(), await db.drafts.count(), Boolean(await db.keyValue.get('form:wishes'))],
})

test('when the server ends the session, all that it has of the user goes, and the rest is hidden until the next login', async () => {
  await fillDevice()
  await expireSession(db, 't', 'login-required')
  expect(await onDevice()).toEqual({ left: [0, 0], files: ['w'], lists: [0, 0, false] })
  await putSession(db, { ...session, userId: 'next', token: 'n' })
  await db.drafts.put({ ...draft, id: 'of-next' })
  await putSession(db, { ...session, token: 'again' })
  expect((await db.drafts.toArray()).map(({ id }) => id)).toEqual(['d'])
  expect(await onDevice()).toEqual({ left: [0, 0], files: ['w'], lists: [1, 1, true] })
})

test('after its account was deleted, only what waits to be sent stays', async () => {
  await fillDevice()
  await expireSession(db, 't', 'account-gone')
  await putSession(db, { ...session, token: 'again' })
  expect(await onDevice()).toEqual({ left: [0, 0], files: ['w'], lists: [0, 0, false] })
})

test('a late answer of an ended session is not saved', async () => {
  await fillDevice()
  await expireSession(db, 't')
  await wholeAnswers().save(db, { userId: 'u', key: 'users' }, { body: [], at: 1 })
  expect(await db.views.count()).toBe(0)
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
  const full = vi.spyOn(db.keyValue, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  expect(await adoptUserInfo(db)).toMatchObject({ userId: 'u', token: 't' })
  expect([(await getSession(db))?.token, await db.keyValue.count()]).toEqual(['t', 0])
  localStorage.removeItem('userInfo')
  expect([await adoptUserInfo(db), await getSession(db)]).toEqual([undefined, undefined])
  full.mockRestore()
  localStorage.setItem('userInfo', JSON.stringify({ data: { _id: 'u', name: 'Ann', token: 't2' } }))
  await adoptUserInfo(db)
  expect((await db.keyValue.get('session'))?.value).toMatchObject({ token: 't2' })
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
    const put = vi.spyOn(db.keyValue, 'put').mockImplementation(killed)
    const remove = vi.spyOn(db.keyValue, 'delete').mockImplementation(killed)
    void act()
    await new Promise((resolve) => setTimeout(resolve))
    put.mockRestore()
    remove.mockRestore()
    expect((await adoptUserInfo(db))?.token).toBe(token)
    expect((await getSession(db))?.token).toBe(token)
  },
)
