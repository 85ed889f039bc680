// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { begunFill, orderStore } from '../../../src/data/orders/store.ts'
import { createDatabase, type ShopDatabase } from '../../../src/data/schema.ts'
import { putSession } from '../../../src/data/session/session.ts'
import { isOrderRead, orderCall, savedOrders } from '../../../sw/orders.ts'
import { ann } from '../../support/outbox-bench.ts'
import { noon, offer, orderWith } from '../../support/some-orders.ts'

const origin = 'https://shop.example'
const thread = orderWith([{ kind: 'offer', offer: offer({ validUntil: '2026-06-14' }), side: 'shop' }])
let db: ShopDatabase

beforeEach(async () => {
  db = createDatabase(`worker-orders-${Math.random()}`)
  await putSession(db, ann)
})
afterEach(() => db.delete())

async function fill() {
  const store = orderStore(db)
  const feed = await store.beginFill('ann', undefined)
  const step = { changed: [thread], deleted: [], next: 'a', more: false }
  const next = await store.savePage(feed ?? begunFill('ann', undefined), { step, isWhole: true, now: noon })
  expect(next?.isComplete).toBe(true)
}
const read = (path: string, token = ann.token) => {
  const call = orderCall(new URL(path, origin))
  return call && savedOrders(db, call, token)
}

test('saved orders are read with their current state, only by the user of the token', async () => {
  expect(await read('/api/orders/myorders/')).toBeUndefined()
  await fill()
  for (const path of ['/api/orders/myorders/', '/api/orders/myorders']) {
    const answer = await read(path)
    expect(await answer?.json()).toEqual({ data: [{ ...thread, state: 'expired' }] })
    expect(answer?.headers.get('x-shop-saved')).toBe('2026-06-15T12:00:00.000Z')
  }
  expect(await (await read('/api/orders/o1/'))?.json()).toEqual({ ...thread, state: 'expired' })
  expect(await read('/api/orders/o2/')).toBeUndefined()
  expect(await read('/api/orders/o1/', 'another-token')).toBeUndefined()
  await putSession(db, { ...ann, expired: true })
  expect(await read('/api/orders/o1/')).toBeUndefined()
})

test('only reads with a token that do not ask for revalidation', () => {
  const asked = (path: string, init: RequestInit) => isOrderRead(new Request(origin + path, init), origin)
  const headers = { authorization: 'Bearer x' }
  expect(asked('/api/orders/o1/', { headers })).toBe(true)
  expect(asked('/api/orders/o1/', {})).toBe(false)
  expect(asked('/api/orders/o1/', { headers, cache: 'no-cache' })).toBe(false)
  expect(asked('/api/orders/o1/', { headers, method: 'POST' })).toBe(false)
  for (const path of [
    '/api/orders/',
    '/api/orders/changes/',
    '/api/orders/counts/',
    '/api/orders/o1/events/',
    '/api/fish/',
  ])
    expect(asked(path, { headers }), path).toBe(false)
  expect(isOrderRead(new Request('https://elsewhere.example/api/orders/o1/', { headers }), origin)).toBe(false)
})
