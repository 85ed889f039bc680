import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Right } from '../../../contract/accounts.ts'
import { loginAgain, openTestShop, password, type TestShop, type TestUser } from '../harness.ts'
import { bankAccount } from './bank-accounts.ts'

const hour = 60 * 60 * 1000

let t: TestShop
let anna: TestUser
let bob: TestUser
beforeEach(async () => {
  t = await openTestShop()
  anna = await t.addUser({ admin: true, name: 'Anna', email: 'anna@example.org' })
  bob = await t.addUser({ rights: ['shop'], name: 'Bob', email: 'bob@example.org' })
  await give('Old', anna)
})
afterEach(() => t.close())
async function give(holder: string, by: TestUser): Promise<string> {
  const asked = await t.call('POST', '/shop/bank/', { token: by.token, body: { ...bankAccount(holder), password } })
  return asked.json.pending?._id
}
const confirm = async (id: string, { token }: TestUser, word = password) => {
  const body = { password: word }
  const { status, json } = await t.call('POST', `/shop/bank/${id}/confirm/`, { token, body })
  return status === 200 ? 'holds' : json.type.split('/').at(-1)
}
const setRights = ({ id, name, email }: TestUser, some: Right[], by = anna) =>
  t.call('PUT', `/users/update/${id}/`, { token: by.token, body: { name, email, rights: some } })
async function invited(by: TestUser, joining?: TestUser): Promise<TestUser> {
  const made = await t.call('POST', '/invitations/', { token: by.token, body: { rights: ['shop'] } })
  const token = made.json.url.split('/').at(-1)
  if (joining) await t.call('POST', '/invitations/join/', { token: joining.token, body: { token } })
  if (joining) return joining
  const body = { token, name: 'Carl', email: 'carl@example.org', password }
  return (await t.call('POST', '/invitations/accept/', { body })).json.data
}
const resetBy = async (by: TestUser, user: TestUser) => {
  const { json } = await t.call('POST', `/users/${user.id}/reset-link/`, { token: by.token })
  await t.call('POST', '/users/reset/', { body: { token: json.token, password } })
  return loginAgain(t, user)
}

it('is not whoever has asked, nor somebody who has come since, in any order of the steps', async () => {
  const id = await give('New', anna)
  expect(await confirm(id, anna)).toBe('second-person')
  expect(await confirm(id, await invited(anna))).toBe('second-person')
  const customer = await t.addUser()
  expect(await confirm(id, await invited(bob, customer))).toBe('second-person')
  expect(await confirm(id, bob)).toBe('holds')
})

it('is nobody whom the asker has invited, and nobody invited by such a person, however long ago', async () => {
  const carl = await invited(anna)
  const dora = await invited(carl, await t.addUser())
  t.clock.pass(20 * 24 * hour)
  expect(await confirm(await give('New', anna), dora)).toBe('second-person')
  expect(await confirm(await give('Newer', carl), dora)).toBe('second-person')
  // whoever has invited is no plant of the invited
  expect(await confirm(await give('Newest', dora), anna)).toBe('holds')
})

it('is nobody from whom the asker has taken the right and has given it back', async () => {
  await setRights(bob, [])
  await setRights(bob, ['shop'])
  bob = await loginAgain(t, bob)
  t.clock.pass(25 * hour)
  expect(await confirm(await give('New', anna), bob)).toBe('second-person')
})

it('is nobody who came back through another account of the asker, which is gone', async () => {
  const carl = await invited(anna)
  await setRights(bob, [], anna)
  await setRights(bob, ['shop'], carl)
  await setRights(bob, [], anna)
  const made = await t.call('POST', '/invitations/', { token: carl.token, body: { rights: ['shop'] } })
  bob = await loginAgain(t, bob)
  const token = made.json.url.split('/').at(-1)
  await t.call('POST', '/invitations/join/', { token: bob.token, body: { token } })
  await t.call('POST', '/users/delete-account/', { token: carl.token, body: { password } })
  t.clock.pass(25 * hour)
  expect(await confirm(await give('New', anna), bob)).toBe('second-person')
})

it('is nobody whose password came by a link of the asker, or whose address the asker has changed', async () => {
  const other = await t.addUser({ admin: true, email: 'other@example.org' })
  bob = await resetBy(anna, bob)
  const body = { name: 'Other', email: 'moved@example.org' }
  await t.call('PUT', `/users/update/${other.id}/`, { token: anna.token, body })
  t.clock.pass(25 * hour)
  const id = await give('New', anna)
  expect(await confirm(id, bob)).toBe('second-person')
  expect(await confirm(id, other)).toBe('second-person')
})

it.each([
  { email: 'new@example.org' },
  { password: 'another one' },
  { email: 'new@example.org', password: 'another one' },
])('has had address and password for a day, not changed to %j', async (change) => {
  const id = await give('New', anna)
  const body = { name: bob.name, email: bob.email, ...change }
  await t.call('PUT', '/users/profile/update/', { token: bob.token, body })
  const word = change.password ?? password
  expect(await confirm(id, bob, word)).toBe('second-person')
  t.clock.pass(24 * hour)
  expect(await confirm(await give('Newer', anna), bob, word)).toBe('holds')
})

it('types the password', async () => {
  expect(await confirm(await give('New', anna), bob, 'a guess')).toBe('wrong-password')
})
