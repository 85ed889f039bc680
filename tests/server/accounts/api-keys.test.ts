import { v4 } from 'uuid'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { ApiKey } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { makeApiKey } from '../../../server/accounts/api-keys.ts'
import { hashToken } from '../../../server/accounts/sessions.ts'
import { deleteUser, lockUser } from '../../../server/accounts/users-table.ts'
import { transact } from '../../../server/db/database.ts'
import { asCall } from '../end-of.ts'
import { dialect, type TestUser, typeAgain } from '../harness.ts'
import { isLockAwaited } from '../lock-waits.ts'
import { offerFor, openDeal } from '../orders/deal.ts'
import { sender } from '../storage/sender.ts'

const day = 24 * 60 * 60 * 1000
const unknown = { status: 401, json: { type: 'about:quayside/api-key-unknown' } }

const { t, buyer, admin, fish, deal } = await openDeal()
beforeEach(() => typeAgain(t, admin))
afterAll(() => t.close())

const make = (body: object, who: TestUser = admin) => t.call('POST', '/keys/', { token: who.token, body })
const keyWith = async (body: object): Promise<{ _id: string; key: string }> => {
  const made = await make({ name: 'ERP', rights: ['orders', 'products'], ...body })
  expect(made.status).toBe(201)
  return made.json
}
const list = async (): Promise<ApiKey[]> => (await t.call('GET', '/keys/', { token: admin.token })).json
const orders = (token: string) => t.call('GET', '/orders/', { token })
const stock = async () => (await t.call('GET', `/fishes/${fish._id}`)).json.countInStock as number

it('are shown once, listed without their secret, and stored as a hash', async () => {
  const made = await make({ name: ' Warehouse ', rights: ['products'], readOnly: true, until: '2026-12-31' })
  expect(made.json).toEqual({ _id: expect.any(String), key: expect.stringMatching(/^qs_[\w-]{43}$/) })
  const { _id, key } = made.json
  const listed = await t.call('GET', '/keys/', { token: admin.token })
  expect(listed.json[0]).toEqual({
    ...{ _id, name: 'Warehouse', rights: ['products'], readOnly: true, until: '2026-12-31T23:59:59.999Z' },
    ...{ at: expect.any(String), by: admin.name },
  })
  const rows = await t.db.query.selectFrom('api_key').selectAll().execute()
  const log = await t.call('GET', '/admin/log/', { token: admin.token })
  for (const text of [listed.text, JSON.stringify(rows), log.text]) expect(text).not.toContain(key.slice(3))
  expect(rows.map((row) => row.token_hash)).toContain(hashToken(key))
  expect(log.json[0]).toMatchObject({ kind: 'api-key-made', by: { name: admin.name }, thing: { name: 'Warehouse' } })
})

it('pull the feed of orders and push stock, once per idempotency key, under their own name', async () => {
  const { _id, key } = await keyWith({ name: 'Navision' })
  const order = await deal.request([fish])
  const feed = await t.call('GET', '/orders/changes/', { token: key })
  expect(feed.status).toBe(200)
  expect(feed.text).toContain(order._id)
  const seen = await stock()
  const push = { token: key, key: v4(), body: { countInStock: seen + 7, seen } }
  const path = `/fishes/${fish._id}/stock/` as const
  for (const replayed of [undefined, 'true']) {
    const set = await t.call('PUT', path, push)
    expect([set.status, set.headers['idempotent-replayed']]).toEqual([200, replayed])
  }
  expect(await stock()).toBe(seen + 7)
  // the key of another caller
  expect((await t.call('PUT', path, { ...push, token: admin.token })).json.type).toMatch(/key-of-another-user$/)
  const offer = { kind: 'offer', after: order.version, offer: offerFor(order.orderItems) }
  const offered = await deal.must(order, key, offer)
  expect(offered.events.at(-1)).toMatchObject({ kind: 'offer', by: { name: 'Navision', side: 'shop' } })
  const log = (await t.call('GET', '/admin/log/', { token: admin.token, query: { by: _id } })).json
  expect(log.map((one: { kind: string }) => one.kind)).toEqual(['order-offered', 'product-changed'])
  expect(log[0].by).toEqual({ _id, name: 'Navision' })
})

it('send the files that they announce', async () => {
  const { key } = await keyWith({ rights: ['orders'] })
  const send = sender(t)
  const bytes = Buffer.from('%PDF-1.7\nhealth certificate')
  const file = send.describe(bytes, { name: 'certificate.pdf', type: 'application/pdf' })
  const order = await deal.must(await deal.request([fish]), key, { kind: 'message', files: [file] })
  const other = (await keyWith({ rights: ['products'] })).key
  expect((await send.create(order, file, other)).json.type).toMatch(/forbidden$/)
  const reader = (await keyWith({ rights: ['orders'], readOnly: true })).key
  expect((await send.create(order, file, reader)).json.type).toMatch(/api-key-read-only$/)
  expect((await send.whole(order, file, { token: key, bytes })).status).toBe(204)
  expect((await send.read(file, buyer.token)).rawPayload.equals(bytes)).toBe(true)
})

it('end with their time, by revocation, and never work with another text', async () => {
  const { key } = await keyWith({ until: new Date(t.clock.now() + day).toISOString() })
  expect((await orders(key)).status).toBe(200)
  const changed = `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`
  for (const guess of [changed, key.slice(3), `qs_${'A'.repeat(43)}`, `${key}A`, key.replace('qs_', 'QS_')])
    expect([guess === changed, (await orders(guess)).status]).toEqual([guess === changed, 401])
  expect(await orders(changed)).toMatchObject(unknown)
  t.clock.pass(day)
  expect(await orders(key)).toMatchObject(unknown)
  await typeAgain(t, admin)
  const other = await keyWith({})
  expect((await t.call('DELETE', `/keys/${other._id}/`, { token: admin.token })).status).toBe(204)
  expect(await orders(other.key)).toMatchObject(unknown)
  expect((await t.call('DELETE', `/keys/${other._id}/`, { token: admin.token })).status).toBe(404)
})

it('belong to the shop: they work when their maker is gone, who is no longer named', async () => {
  const colleague = await t.addUser({ rights: ['shop', 'orders'] })
  const { _id, key } = (await make({ name: 'Scale', rights: ['orders'] }, colleague)).json
  await t.call('DELETE', `/users/delete/${colleague.id}/`, { token: admin.token })
  expect((await orders(key)).status).toBe(200)
  expect((await list()).find((one) => one._id === _id)?.by).toBeUndefined()
})

it('are not made by an account that is gone', async () => {
  const actor = { id: v4(), name: 'Gone', tokenHash: '', rights: [], from: '192.0.2.1' }
  const made = makeApiKey(t.shop, asCall({ body: { name: 'ERP', rights: ['orders'] }, user: actor }))
  await expect(made).rejects.toThrow('login-required')
})

it.runIf(dialect === 'postgres')(
  'are not made by an account that is just being deleted, and do not stop it',
  async () => {
    const colleague = await t.addUser({ rights: ['shop', 'orders'] })
    const body = { name: 'Scale', rights: ['orders'] }
    const { _id } = (await make(body, colleague)).json
    let asked: ReturnType<typeof make> | undefined
    await transact(t.db, async (tx) => {
      await lockUser(tx, colleague.id)
      asked ??= make(body, colleague)
      await expect.poll(() => isLockAwaited(t.db)).toBe(true)
      // the deletion changes the keys of the account, so that none may be locked now
      await tx.query.selectFrom('api_key').select('id').forUpdate().noWait().execute()
      await deleteUser(tx, colleague.id)
    })
    expect(await asked).toMatchObject({ status: 401, json: { type: 'about:quayside/account-gone' } })
    expect((await list()).find((one) => one._id === _id)).toMatchObject({ name: 'Scale' })
  },
)

it('say to five minutes when they were used', async () => {
  const { _id, key } = await keyWith({})
  const usedAt = async () => (await list()).find((one) => one._id === _id)?.usedAt
  expect(await usedAt()).toBeUndefined()
  await orders(key)
  const first = await usedAt()
  expect(first).toBeDefined()
  t.clock.pass(4 * 60_000)
  await orders(key)
  expect(await usedAt()).toBe(first)
  t.clock.pass(60_000)
  await orders(key)
  expect(Date.parse((await usedAt()) ?? '')).toBeGreaterThan(Date.parse(first ?? '') + 4 * 60_000)
})

it('have a limit each', async () => {
  const [one, other] = [await keyWith({}), await keyWith({})]
  await orders(one.key)
  await t.db.query
    .updateTable('rate_limit')
    .set({ hits: 1_000_000_000 })
    .where('bucket', '=', `apiKey:${one._id}`)
    .execute()
  const limited = await orders(one.key)
  expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await orders(other.key)).status).toBe(200)
})

it.each([
  [{ until: '2026-02-30' }, 'day'],
  [{ until: '2027-02' }, 'day'],
  [{ until: 'soon' }, 'day'],
  [{ until: '2020-01-01' }, 'todayOrLater'],
  [{ rights: [] }, 'minItems'],
  [{ rights: ['everything'] }, 'allowedValue'],
  [{ name: ' ' }, 'required'],
])('with %j are refused', async (wrong, rule) => {
  const refused = await make({ name: 'ERP', rights: ['orders'], ...wrong })
  expect(refused).toMatchObject({ status: 422, json: { errors: [{ rule }] } })
})

it('are at most a hundred', async () => {
  for (let count = (await list()).length; count < limits.apiKeys; count++) await keyWith({})
  expect(await make({ name: 'ERP', rights: ['orders'] })).toMatchObject({
    status: 409,
    json: { type: 'about:quayside/api-keys-full' },
  })
})
