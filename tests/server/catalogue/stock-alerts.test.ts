import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { accountMails } from '../../../server/accounts/account-mails.ts'
import { orderPushes } from '../../../server/orders/order-notices.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { openPushService, pushBrowser } from '../accounts/push-service.ts'
import { formOf, openTestShop, outboxOf, password, type TestShop, type TestUser } from '../harness.ts'

let service: Awaited<ReturnType<typeof openPushService>>
let t: TestShop
let buyer: TestUser
let admin: TestUser
beforeEach(async () => {
  service = await openPushService()
  t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' }, pushAgent: service.agent })
  buyer = await t.addUser({ name: 'Bo' })
  admin = await t.addUser({ admin: true })
  await t.db.query.updateTable('account').set({ confirmed_at: '2026-01-01T00:00:00.000Z' }).execute()
})
afterEach(async () => {
  await t.close()
  await service.close()
})

const soldOut = (more: object = {}) => t.addFish({ countInStock: 0, ...more })
const wait = (id: string, { method = 'POST', key = v7(), language = 'en' } = {}) =>
  t.call(method, `/fishes/${id}/alert/`, { token: buyer.token, key, headers: { 'accept-language': language } })
const waiting = async () => (await t.call('GET', '/fishes/alerts/', { token: buyer.token })).json.ids
const setStock = (_id: string, countInStock: number, seen: number) =>
  t.call('PUT', `/fishes/${_id}/stock/`, { token: admin.token, key: v7(), body: { countInStock, seen } })
const mailed = async () => {
  await sendDue(t.shop, accountMails)
  return t.notices.splice(0)
}

it('are told once, by mail and push in the language of who waits', async () => {
  const { _id } = await soldOut()
  const browser = pushBrowser()
  await t.call('PUT', '/push/subscriptions/', { token: buyer.token, body: { ...browser.input, language: 'fr' } })
  const key = v7()
  expect((await wait(_id, { key, language: 'fr' })).json).toEqual({ _id, isOn: true })
  expect((await wait(_id, { key, language: 'fr' })).headers['idempotent-replayed']).toBe('true')
  expect(await waiting()).toEqual([_id])
  await setStock(_id, 4, 0)
  const [mail, ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: buyer.email, subject: 'De nouveau en stock', language: 'fr' })
  expect(mail?.text).toContain('Bonjour Bo,')
  expect(mail?.text).toContain(`\n\nMorue\n\nhttps://quay.example/#/products/${_id}\n\n`)
  await sendDue(t.shop, orderPushes)
  const [push] = service.taken
  if (!push) throw new Error('nothing came')
  expect(browser.decrypt(push.body)).toEqual({ reference: 'Morue', product: _id, language: 'fr' })
  expect(await waiting()).toEqual([])
  await setStock(_id, 0, 4)
  await setStock(_id, 5, 0)
  expect(await mailed()).toEqual([])
})

it('are told by every call that brings stock, and by none that only changes it', async () => {
  const body = { countInStock: 3 }
  const ways: ((fish: Record<string, unknown> & { _id: string }) => Promise<unknown>)[] = [
    ({ _id }) => setStock(_id, 3, 0),
    (fish) => t.call('PUT', `/fishes/update/${fish._id}/`, { token: admin.token, body: { ...formOf(fish), ...body } }),
    ({ _id }) => t.call('POST', '/fishes/bulk/', { token: admin.token, key: v7(), body: { ids: [_id], ...body } }),
    ({ _id }) =>
      t.call('POST', '/fishes/import/', { token: admin.token, key: v7(), body: { rows: [{ _id, ...body }] } }),
  ]
  for (const way of ways) {
    const fish = await soldOut()
    await wait(fish._id)
    const renamed = { ...formOf(fish), trade_name: 'Sardine' }
    await t.call('PUT', `/fishes/update/${fish._id}/`, { token: admin.token, body: renamed })
    expect(await mailed()).toEqual([])
    await way(fish)
    expect(await mailed()).toHaveLength(1)
  }
})

it('that come late from a device without a line are told at once', async () => {
  const { _id } = await t.addFish()
  expect((await wait(_id)).json).toEqual({ _id, isOn: false })
  expect([await waiting(), (await mailed()).length]).toEqual([[], 1])
})

it('can be taken off, and end with the product and the account', async () => {
  const [taken, gone, kept] = [await soldOut(), await soldOut(), await soldOut({ trade_name: 'Sole' })]
  for (const { _id } of [taken, gone, kept]) await wait(_id)
  expect((await wait(taken._id, { method: 'DELETE' })).json).toEqual({ _id: taken._id, isOn: false })
  await t.call('DELETE', `/fishes/delete/${gone._id}/`, { token: admin.token })
  expect(await waiting()).toEqual([kept._id])
  expect((await wait(gone._id)).status).toBe(404)
  const own = (await t.call('GET', '/users/data/', { token: buyer.token })).json
  expect(own.stockAlerts).toEqual([{ product: 'Sole', created_at: expect.any(String) }])
  await setStock(taken._id, 4, 0)
  await setStock(kept._id, 4, 0)
  expect(await outboxOf(t.db, 'account_mail')).toHaveLength(1)
  await t.call('POST', '/users/delete-account/', { token: buyer.token, body: { password } })
  expect(await outboxOf(t.db, 'account_mail')).toEqual([])
  expect(await t.db.query.selectFrom('stock_alert').selectAll().execute()).toEqual([])
})

it('are so many of an account, of which a further one replaces the oldest', async () => {
  const [first, second] = [await soldOut(), await soldOut()]
  await wait(first._id)
  const row = await t.db.query.selectFrom('fish').selectAll().where('id', '=', first._id).executeTakeFirstOrThrow()
  for (let n = 1; n < limits.stockAlerts; n++) {
    const id = v7()
    await t.db.query
      .insertInto('fish')
      .values({ ...row, id, number: 1000 + n, seq: 1000 + n })
      .execute()
    const alert = { fish_id: id, account_id: buyer.id, language: 'en', created_at: `2026-01-02T00:00:00.${n}Z` }
    await t.db.query.insertInto('stock_alert').values(alert).execute()
  }
  t.clock.pass(10 * 24 * 3600_000)
  await wait(second._id)
  const left: string[] = await waiting()
  expect([left.length, left.includes(first._id), left[0]]).toEqual([limits.stockAlerts, false, second._id])
})
