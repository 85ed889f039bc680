import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountMails } from '../../server/accounts/account-mails.ts'
import { sendDue } from '../../server/outbox/deliver.ts'
import { password, type TestUser } from '../server/harness.ts'
import { type AttackedShop, bodyOf, openAttackedShop } from './shop.ts'

let t: AttackedShop
beforeEach(async () => {
  const env = { PUBLIC_URL: 'https://quay.example', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }
  t = await openAttackedShop({ env })
})
afterEach(() => t.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
async function register(n: number) {
  const body = { name: 'You won', email: `vic.tim+${n}@gmail.com`, password }
  const answer = await t.call('POST', '/users/register/', { body, headers: from(`198.51.100.${n}`) })
  return bodyOf<{ data: TestUser }>(answer).data
}
async function mailed() {
  for (let round = 0; round < 4; round++) await sendDue(t.shop, accountMails)
  return t.notices.splice(0).length
}

it('reach a mailbox three times a day: from many addresses at once, through many accounts, in any spelling', async () => {
  const accounts = [await register(1), await register(2), await register(3), await register(4)]
  const ask = (n: number) => {
    const { token } = accounts[n % accounts.length] ?? {}
    return t.call('POST', '/users/confirmation/', { token, headers: from(`203.0.113.${n}`) })
  }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  expect(await mailed()).toBe(3)
})

it('tell an unconfirmed mailbox three times a day of products that are back, however many accounts wait', async () => {
  const accounts = [await register(1), await register(2)]
  await mailed()
  const admin = await t.addUser({ admin: true })
  const products = [1, 2, 3, 4].map(() => t.addFish({ countInStock: 0 }))
  const ids = (await Promise.all(products)).map(({ _id }) => _id)
  for (const { token } of accounts)
    for (const id of ids) expect(await t.statusOf('POST', `/fishes/${id}/alert/`, { token, key: v7() })).toBe(200)
  for (const countInStock of [1, 0, 1])
    await t.call('POST', '/fishes/bulk/', { token: admin.token, key: v7(), body: { ids, countInStock } })
  expect(await mailed()).toBe(3)
})

it('go to nobody but the caller, whatever the body names', async () => {
  const [{ token }, other] = [await register(1), await t.addUser()]
  await mailed()
  const body = { id: other.id, email: other.email, user: other.id }
  expect((await t.call('POST', '/users/confirmation/', { token, body })).status).toBe(200)
  await sendDue(t.shop, accountMails)
  expect(t.notices.map(({ recipient }) => recipient)).toEqual(['vic.tim+1@gmail.com'])
})
