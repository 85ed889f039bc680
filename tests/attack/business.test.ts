import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
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

it('the catalogue, its pages, counts, means and feed agree after many operations in any order', async () => {
  const there = new Map<string, number[]>()
  const ids = () => [...there.keys()]
  const kinds = fc.constantFrom('create', 'create', 'update', 'review', 'review', 'delete')
  const steps = fc.sample(
    fc.record({ kind: kinds, pick: fc.nat(), rating: fc.integer({ min: 1, max: 5 }) }),
    isLong ? 1000 : 150,
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
