import { expect, test } from 'vitest'
import { hasRight, rights } from '../../../contract/accounts.ts'
import { readAnswer } from '../../../src/api/exchange.ts'
import { inOurShape } from '../../../src/api/other-server.ts'
import { getSession, putSession, refreshRights } from '../../../src/db/session.ts'
import { openAs } from '../../support/open-shop.tsx'

const old = { userId: 'u', name: 'Ann', email: 'a@x.org', isAdmin: true, token: 't' }

test('an administrator of an earlier version may do everything until the server says otherwise', async () => {
  expect(rights.filter((right) => hasRight(old, right))).toEqual(rights)
  expect(rights.filter((right) => hasRight({ ...old, isAdmin: false }, right))).toEqual([])
  expect(rights.filter((right) => hasRight({ ...old, rights: ['people'] }, right))).toEqual(['people'])
  expect(hasRight(undefined, 'orders')).toBe(false)
})

test('a server without rights knows administrators', () => {
  const readOther = (user: object) => readAnswer('updateUser', inOurShape('updateUser', user))
  expect(readOther({ _id: 'u', isAdmin: 1 })?.rights).toEqual(rights)
  expect(readOther({ _id: 'u', isAdmin: 0 })?.rights).toEqual([])
  const some = { _id: 'u', isAdmin: true, rights: ['shop', 'all'] }
  for (const user of [readOther(some), readAnswer('updateUser', some)]) expect(user?.rights).toEqual(['shop'])
})

test('the rights are read again, and the menu follows them', async () => {
  const user = { _id: old.userId, name: old.name, email: old.email, isAdmin: true, rights: ['orders'] }
  const { deps } = await openAs(old, '/profile', { 'GET /users/u': { body: user } })
  await refreshRights(deps)
  expect(await getSession(deps.db)).toEqual({ ...old, rights: ['orders'] })
  // a customer has none to lose
  await putSession(deps.db, { ...old, isAdmin: false })
  await refreshRights(deps)
  expect((await getSession(deps.db))?.rights).toBeUndefined()
})
