import { afterEach, beforeEach, expect, it } from 'vitest'
import { adminMails } from '../../../server/accounts/account-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { openTestShop, password, type TestShop, type TestUser } from '../harness.ts'
import { bankAccount } from './bank-accounts.ts'

const hour = 60 * 60 * 1000
const french = { ...bankAccount(), account: 'FR14 2004 1010 0505 0001 3M02 606' }

let t: TestShop
let [anna, bob]: TestUser[] = []
beforeEach(async () => {
  t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' } })
  anna = await t.addUser({ admin: true, name: 'Anna', email: 'anna@example.org' })
  bob = await t.addUser({ rights: ['shop'], name: 'Bob', email: 'bob@example.org' })
  await t.addUser({ rights: ['orders'], email: 'orders@example.org' })
  await t.addUser({ email: 'customer@example.org' })
})
afterEach(() => t.close())
const give = (account: object, by = anna, word = password) =>
  t.call('POST', '/shop/bank/', { token: by?.token, body: { ...account, password: word } })
const seller = async (by = anna) => (await t.call('GET', '/shop/seller/', { token: by?.token })).json
const confirm = (id: string, by = bob, word = password) =>
  t.call('POST', `/shop/bank/${id}/confirm/`, { token: by?.token, body: { password: word } })
const withdraw = (id: string) => t.call('DELETE', `/shop/bank/${id}/`, { token: bob?.token })
const mails = async () => {
  await sendDue(t.shop, adminMails)
  return t.notices.splice(0).map(({ recipient, subject, text }) => ({ recipient, subject, text }))
}
const log = async () => (await t.call('GET', '/admin/log/', { token: anna?.token })).json

it('is in force at once when it is the first, and is shown in groups', async () => {
  const given = await give({ ...bankAccount(), account: 'gb82west12345698765432', bic: 'bdposnda' })
  expect(given.json.bank).toEqual({ ...bankAccount(), since: expect.stringMatching(/^2026-01-01T/) })
  expect(given.json).not.toHaveProperty('pending')
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([
    'anna@example.org',
    'bob@example.org',
    'orders@example.org',
  ])
})

it('changes after a day, is told to every administrator, and the whole number is nowhere but in the settings', async () => {
  await give(bankAccount())
  await mails()
  const asked = await give(french)
  expect(asked.json).toMatchObject({ bank: bankAccount(), pending: { ...french, isOwn: true, by: { name: 'Anna' } } })
  const told = await mails()
  expect(told.map(({ recipient }) => recipient)).toEqual(['anna@example.org', 'bob@example.org', 'orders@example.org'])
  expect(told[0]?.text).toContain('Anna has asked')
  expect(told[0]?.text).toContain('…2606')
  expect(JSON.stringify([told, await log()])).not.toMatch(/3M02|1234/)
  expect((await log())[0]).toMatchObject({
    kind: 'bank-asked',
    changes: [{ field: 'bank.account', from: '…5432', to: '…2606' }],
  })
  t.clock.pass(23 * hour)
  expect((await seller()).bank).toMatchObject(bankAccount())
  t.clock.pass(hour)
  expect(await seller()).toEqual({
    ...{ version: 0, legalName: '', taxNumber: '', registrationNumber: '', approvalNumber: '' },
    bank: { ...french, since: asked.json.pending.since },
  })
})

it('is told also to a colleague whom its author deletes before the mail has gone', async () => {
  await give(bankAccount())
  await t.call('DELETE', `/users/delete/${bob?.id}/`, { token: anna?.token })
  expect((await mails()).map(({ recipient }) => recipient)).toContain('bob@example.org')
})

it('is confirmed by a second person only, with the password', async () => {
  await give(bankAccount())
  const id = (await give(french)).json.pending._id
  expect((await confirm(id, anna)).json.type).toBe('about:quayside/second-person')
  expect((await confirm(id, bob, 'wrong one')).json.type).toBe('about:quayside/wrong-password')
  expect((await seller(bob)).pending.isOwn).toBe(false)
  const confirmed = await confirm(id)
  expect([confirmed.status, confirmed.json.bank.account]).toEqual([200, french.account])
  expect(confirmed.json).not.toHaveProperty('pending')
  const changes = [{ field: 'bank.account', from: '…5432', to: '…2606' }]
  expect((await log())[0]).toMatchObject({ kind: 'bank-confirmed', by: { name: 'Bob' }, changes })
  expect((await confirm(id)).status).toBe(404)
  // its time does not come a second time
  t.clock.pass(25 * hour)
  expect((await seller()).bank.since).toBe(confirmed.json.bank.since)
})

it('stays when the new one is withdrawn or replaced', async () => {
  await give(bankAccount())
  const first = (await give(french)).json.pending._id
  expect((await withdraw(first)).status).toBe(204)
  expect((await withdraw(first)).status).toBe(404)
  expect((await log())[0].kind).toBe('bank-withdrawn')
  const second = (await give(french)).json.pending._id
  const third = (await give({ ...french, bank: 'Other' })).json.pending._id
  expect((await confirm(second)).status).toBe(404)
  // back to the account that holds
  expect((await give(bankAccount())).json).not.toHaveProperty('pending')
  expect((await confirm(third)).status).toBe(404)
  t.clock.pass(25 * hour)
  expect((await seller()).bank).toMatchObject(bankAccount())
})

it('needs the right password, right check digits and a BIC', async () => {
  expect((await give(bankAccount(), anna, 'wrong one')).json.type).toBe('about:quayside/wrong-password')
  const wrong = await give({ ...bankAccount(), account: 'GB83 WEST 1234 5698 7654 32', bic: 'X' })
  expect(wrong.json.errors).toMatchObject([
    { path: 'account', rule: 'iban' },
    { path: 'bic', rule: 'allowedValue' },
  ])
  expect((await give({ ...bankAccount(), account: '01234567 8', bic: '' })).status).toBe(200)
})

it('limits how often a password may be tried', async () => {
  t.shop.rateLimitFactor = 0.05
  await give(bankAccount(), anna, 'wrong one')
  expect((await give(bankAccount())).status).toBe(429)
  expect((await give(bankAccount(), bob)).status).toBe(200)
})
