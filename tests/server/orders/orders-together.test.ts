import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { authenticate, logout } from '../../../server/accounts/sessions.ts'
import type { Db } from '../../../server/db/db.ts'
import { transact } from '../../../server/db/transact.ts'
import type { Refusal } from '../../../server/http/refusal.ts'
import { createOrder } from '../../../server/orders/order-service.ts'
import { asCall, endOf } from '../end-of.ts'
import { dialect, openTestShop, orderBody } from '../harness.ts'

const many = 12

const t = await openTestShop()
const fish = await t.addFish()
afterAll(() => t.close())

const admitted = (token: string) => authenticate(t.shop, token)
type Buyer = Awaited<ReturnType<typeof admitted>>
const buyers = () => Promise.all(Array.from({ length: many }, async () => admitted((await t.addUser()).token)))
const order = (user: Buyer, { key = v7(), of = fish, qty = 2.5 } = {}) =>
  createOrder(t.shop, asCall({ user, address: user.id, key, language: 'en', body: orderBody([of], qty) }))
const isThere = async (id: string) =>
  (await t.db.query.selectFrom('shop_order').select('id').where('id', '=', id).execute()).length
/** What became of orders: that they were made, or why not; and whether they exist. */
const ends = (orders: readonly { key: string; answer: ReturnType<typeof order> }[]) =>
  Promise.all(
    orders.map(async ({ key, answer }) => {
      return [await endOf(answer), await isThere(key)]
    }),
  )

it('makes all but the one whose product is gone', async () => {
  const gone = { _id: v7() }
  const made = (await buyers()).map((user, at) => {
    const key = v7()
    return { key, answer: order(user, { key, of: at === 5 ? gone : fish }) }
  })
  const wanted = made.map((_, at) => (at === 5 ? ['invalid-fields', 0] : ['done', 1]))
  expect(await ends(made)).toEqual(wanted)
})

it('makes all but the one whose session has ended', async () => {
  const all = await buyers()
  if (all[3]) await logout(t.shop, asCall({ user: all[3] }))
  const made = all.map((user) => {
    const key = v7()
    return { key, answer: order(user, { key }) }
  })
  expect(await ends(made)).toEqual(made.map((_, at) => (at === 3 ? ['login-required', 0] : ['done', 1])))
})

it('makes one order of a key that is sent twice, and of a key that two orders have', async () => {
  const [first, second, ...others] = await buyers()
  if (!first || !second) throw new Error('There are buyers')
  const [same, two] = [v7(), v7()]
  const pairs = [
    ...[order(first, { key: same }), order(first, { key: same })],
    ...[order(second, { key: two, qty: 1 }), order(second, { key: two, qty: 2 })],
  ].map((pair) =>
    pair.then(
      ({ sent }) => sent.isReplayed === true,
      (error: Refusal) => error.code,
    ),
  )
  const beside = await Promise.all(others.map((user) => order(user)))
  expect(beside).toHaveLength(others.length)
  const said = await Promise.all(pairs)
  expect(said.slice(0, 2).sort()).toEqual([false, true])
  expect(said.slice(2).sort()).toEqual([false, 'key-reused'])
  expect([await isThere(same), await isThere(two)]).toEqual([1, 1])
})

it.runIf(dialect === 'postgres')('does not let others wait for a key that a transaction holds', async () => {
  const [first, ...others] = await buyers()
  if (!first) throw new Error('There are buyers')
  const key = v7()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const holding = transact(t.db, async (tx: Db) => {
    const row = { id: key, owner_id: first.id, payload_hash: '', status: 410, created_at: '' }
    await tx.query.insertInto('idempotency_key').values(row).execute()
    isHeld()
    await released
  })
  await held
  const waiting = endOf(order(first, { key }))
  const beside = await Promise.all(others.map((user) => order(user)))
  expect(beside).toHaveLength(others.length)
  release()
  await holding
  expect(await waiting).toBe('order-deleted')
})
