import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { orderBody, type TestUser } from '../server/harness.ts'
import { isLong } from '../support/run.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

interface Page {
  fishes: { _id: string; rating: number; numReviews: number }[]
  page: number
  pages: number
  total: number
}

const t = await openAttackedShop()
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())

it('agree with each other after many operations in any order', async () => {
  const there = new Map<string, number[]>()
  const ids = () => [...there.keys()]
  const kinds = fc.constantFrom('create', 'create', 'update', 'review', 'review', 'delete')
  const steps = fc.sample(
    fc.record({ kind: kinds, pick: fc.nat(), rating: fc.integer({ min: 1, max: 5 }) }),
    isLong ? 1000 : 300,
  )
  const work: Record<string, (id: string, rating: number) => Promise<void>> = {
    async create() {
      there.set((await t.addFish())._id, [])
    },
    async update(id) {
      const fish = bodyOf<Record<string, unknown>>(await t.call('GET', `/fishes/${id}`))
      const body = { ...fish, trade_name: `Fish ${id.slice(-4)}` }
      await t.call('PUT', `/fishes/update/${id}/`, { token: admin.token, body })
    },
    async review(id, rating) {
      const { token } = await t.addUser()
      const made = await t.call('POST', `/fishes/${id}/reviews/`, { token, body: { rating, comment: '' } })
      expect(made.status).toBe(201)
      there.get(id)?.push(rating)
    },
    async delete(id) {
      expect(await t.statusOf('DELETE', `/fishes/delete/${id}/`, { token: admin.token })).toBe(204)
      there.delete(id)
    },
  }
  for (const { kind, pick, rating } of steps) {
    const id = ids()[pick % Math.max(1, there.size)]
    await work[id === undefined ? 'create' : kind]?.(id ?? '', rating)
  }
  const seen: Page['fishes'] = []
  const first = bodyOf<Page>(await t.call('GET', '/fish/?per_page=7'))
  for (let page = 1; page <= first.pages; page++) {
    const part = bodyOf<Page>(await t.call('GET', `/fish/?per_page=7&page=${page}`))
    expect([part.page, part.pages, part.total]).toEqual([page, Math.ceil(there.size / 7), there.size])
    seen.push(...part.fishes)
  }
  expect(seen.map(({ _id }) => _id).sort()).toEqual(ids().sort())
  expect((await t.call('GET', '/fish/count/')).json).toEqual({ count: there.size })
  for (const { _id, rating, numReviews } of seen) {
    const ratings = there.get(_id) ?? []
    const mean = ratings.length === 0 ? 0 : ratings.reduce((sum, one) => sum + one, 0) / ratings.length
    expect([numReviews, rating]).toEqual([ratings.length, mean])
  }
  // the feed, from its start, tells the same
  const changes = bodyOf<{ changed: { _id: string }[] }>(await t.call('GET', '/fishes/changes/?limit=500'))
  expect(changes.changed.map(({ _id }) => _id).sort()).toEqual(ids().sort())
}, 120_000)

it('have one row for one key, fifty at once, again and again', async () => {
  const [buyer, other] = [await t.addUser(), await t.addUser()]
  const fish = await t.addFish()
  const before = await t.count('shop_order')
  const rounds = isLong ? 100 : 10
  for (let round = 0; round < rounds; round++) {
    const key = v7()
    const send = (who: TestUser, qty: number) =>
      t.call('POST', '/orders/add/', { token: who.token, key, body: orderBody([fish], qty) })
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(buyer, 1)))
    const taken = answers.filter(({ status }) => status === 201)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1)
    expect((await send(buyer, 1)).headers['idempotent-replayed']).toBe('true')
    expect((await send(buyer, 2)).status).toBe(422)
    const foreign = await send(other, 1)
    expect([foreign.status, foreign.text.includes(buyer.email)]).toEqual([409, false])
    expect(await t.count('shop_order')).toBe(before + round + 1)
  }
}, 120_000)

it('keep an order as it was when product, buyer and reviews are gone', async () => {
  const buyer = await t.addUser()
  const fish = await t.addFish()
  const body = { rating: 5, comment: 'Fresh' }
  await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: buyer.token, body })
  const order = await t.newOrder(buyer, fish)
  await t.call('DELETE', `/fishes/delete/${fish._id}/`, { token: admin.token })
  expect((await t.call('GET', `/orders/${order._id}/`, { token: buyer.token })).json).toEqual(order)
  await t.call('DELETE', `/users/delete/${buyer.id}/`, { token: admin.token })
  const kept = (await t.call('GET', `/orders/${order._id}/`, { token: admin.token })).json
  expect(kept).toEqual({ ...order, buyerGone: true })
  expect(await t.statusOf('GET', `/fishes/${fish._id}`)).toBe(404)
  const left = await t.db.query.selectFrom('review').select('id').where('fish_id', '=', fish._id).execute()
  expect(left).toEqual([])
})

it('take part in no brute force: other accounts go on, also from the same address', async () => {
  const [victim, neighbour] = [await t.addUser(), await t.addUser()]
  const login = (email: string, password: string) =>
    t.statusOf('POST', '/users/login/', { body: { username: email, password } })
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => login(victim.email, `guess number ${n}`)))
  expect(guesses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(await login(neighbour.email, 'correct horse')).toBe(200)
  expect(await login(victim.email, 'correct horse')).toBe(429)
  t.clock.pass(15 * 60 * 1000 + 1)
  expect(await login(victim.email, 'correct horse')).toBe(200)
})
