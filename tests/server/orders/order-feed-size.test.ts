import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order, OrderChanges } from '../../../contract/orders.ts'
import { seedInto } from '../../support/seed-many.ts'
import { dialect, openTestShop, type TestShop, type TestUser } from '../harness.ts'

const kilobyte = 1000

let t: TestShop
let buyer: TestUser
beforeEach(async () => {
  t = await openTestShop()
  buyer = await t.addUser()
  // within the year that administrators get
  t.clock.pass(-365 * 24 * 60 * 60 * 1000)
})
afterEach(() => t.close())

/** One compressed page with the largest limit, as the app requests it. */
async function pull({ token }: TestUser, since?: string): Promise<OrderChanges & { bytes: number }> {
  const query = since === undefined ? '' : `&since=${since}`
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const reply = await t.app.inject({ method: 'GET', url: `/api/orders/changes/?limit=500${query}`, headers })
  expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, 'br'])
  return { ...JSON.parse(brotliDecompressSync(reply.rawPayload).toString()), bytes: reply.rawPayload.length }
}

const isNewestFirst = (orders: readonly Order[]) =>
  orders.every(({ created_at }, at) => at === 0 || created_at <= (orders[at - 1]?.created_at ?? ''))

it('is at most 15 kB in one page for fifty orders of a buyer with offers and messages', async () => {
  await seedInto(t.db, { products: 60, orders: 50, events: 3, buyer: buyer.id })
  const page = await pull(buyer)
  console.log(`${dialect}: 50 orders of a buyer are ${page.bytes} bytes`)
  expect([page.changed.length, page.more]).toEqual([50, false])
  expect(page.bytes).toBeLessThanOrEqual(15 * kilobyte)
  expect(isNewestFirst(page.changed)).toBe(true)
})

it('is at most 440 kB for an administrator’s two thousand orders, newest first, in pages that can be resumed', async () => {
  await seedInto(t.db, { products: 60, orders: 2000, events: 3 })
  const admin = await t.addUser({ admin: true })
  const orders: Order[] = []
  let bytes = 0
  let since: string | undefined
  for (let more = true; more; ) {
    const page = await pull(admin, since)
    // the connection is lost, and the device requests the same page again
    const again = await pull(admin, since)
    expect(again.changed.map(({ _id }) => _id)).toEqual(page.changed.map(({ _id }) => _id))
    orders.push(...page.changed)
    bytes += page.bytes
    since = page.next
    more = page.more
  }
  console.log(`${dialect}: 2,000 orders are ${bytes} bytes`)
  expect(new Set(orders.map(({ _id }) => _id)).size).toBe(2000)
  expect(isNewestFirst(orders)).toBe(true)
  expect(bytes).toBeLessThanOrEqual(440 * kilobyte)
})
