import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { openTestShop, type TestUser } from '../harness.ts'

const t = await openTestShop()
const fish = await t.addFish()
afterAll(() => t.close())
const review = (id: string, token: string, body: unknown = { rating: 4, comment: 'Firm' }) =>
  t.call('POST', `/fishes/${id}/reviews/`, { token, body })
const find = async (id: string) => (await t.call('GET', `/fishes/${id}`)).json

it('shows name, rating and comment, never the account, newest first', async () => {
  const [ana, bo] = [await t.addUser({ name: 'Ana' }), await t.addUser({ name: 'Bo' })]
  const made = await review(fish._id, ana.token)
  expect(made.status).toBe(201)
  expect(made.json).toEqual({
    _id: expect.any(String),
    name: 'Ana',
    rating: 4,
    comment: 'Firm',
    created_at: expect.any(String),
  })
  await review(fish._id, bo.token, { rating: 1, comment: '' })
  const { reviews, rating, numReviews } = await find(fish._id)
  expect(reviews.map((one: { name: string }) => one.name)).toEqual(['Bo', 'Ana'])
  expect([rating, numReviews]).toEqual([2.5, 2])
  expect(JSON.stringify(reviews)).not.toContain(ana.id)
})

it('accepts one review per user and product', async () => {
  const user = await t.addUser()
  await review(fish._id, user.token)
  const second = await review(fish._id, user.token)
  expect([second.status, second.json.type]).toEqual([409, 'about:quayside/already-reviewed'])
})

it.each([0, 6, 4.5, '5', null, undefined])('refuses the rating %j', async (rating) => {
  const user = await t.addUser()
  const { status, json } = await review(fish._id, user.token, { rating, comment: 'x' })
  expect([status, json.errors[0].path]).toEqual([422, 'rating'])
})

it('refuses a comment of 2,001 characters and an unknown product', async () => {
  const user = await t.addUser()
  const long = await review(fish._id, user.token, { rating: 5, comment: 'x'.repeat(2001) })
  expect([long.status, long.json.errors[0].path]).toEqual([422, 'comment'])
  expect((await review(v7(), user.token)).status).toBe(404)
  expect((await review('abc', user.token)).status).toBe(404)
  expect((await review(fish._id, user.token, { rating: 5, comment: '🐟'.repeat(2000) })).status).toBe(201)
})

it('computes the exact mean of fifty concurrent reviews', async () => {
  const busy = await t.addFish()
  const users = await Promise.all(Array.from({ length: 50 }, () => t.addUser()))
  const ratings = users.map((_, n) => ((n * 7) % 5) + 1)
  // again while the server is busy, as a device does
  const send = async ({ token }: TestUser, n: number) => {
    const request = { token, key: v7(), body: { rating: ratings[n], comment: '' } }
    for (;;) {
      const { status } = await t.call('POST', `/fishes/${busy._id}/reviews/`, request)
      if (status !== 503) return status
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  expect(new Set(await Promise.all(users.map(send)))).toEqual(new Set([201]))
  const { rating, numReviews } = await find(busy._id)
  expect(numReviews).toBe(50)
  expect(rating).toBe(ratings.reduce((sum, one) => sum + one, 0) / 50)
  expect((await t.call('GET', '/fishes/top/')).json[0].rating).toBeGreaterThanOrEqual(rating)
})

it('is deleted with its product', async () => {
  const gone = await t.addFish()
  const [user, admin] = [await t.addUser(), await t.addUser({ admin: true })]
  await review(gone._id, user.token)
  await t.call('DELETE', `/fishes/delete/${gone._id}/`, { token: admin.token })
  const left = await t.db.query.selectFrom('review').select('id').where('fish_id', '=', gone._id).execute()
  expect(left).toEqual([])
})

it('answers the newest twenty with the product, and all in pages', async () => {
  const busy = await t.addFish()
  const users = await Promise.all(Array.from({ length: 45 }, (_, n) => t.addUser({ name: `Buyer ${n}` })))
  for (const user of users) await review(busy._id, user.token)
  const names = (list: { name: string }[]) => list.map(({ name }) => Number(name.split(' ')[1]))
  const newest = Array.from({ length: 45 }, (_, n) => 44 - n)
  const detail = await find(busy._id)
  expect([names(detail.reviews), detail.numReviews]).toEqual([newest.slice(0, 20), 45])
  const page = (number: number) => t.call('GET', `/fishes/${busy._id}/reviews/`, { query: { page: String(number) } })
  const pages = await Promise.all([1, 2, 3, 9].map(page))
  expect(pages.map(({ json }) => json.page)).toEqual([1, 2, 3, 3])
  expect(pages.slice(0, 3).flatMap(({ json }) => names(json.reviews))).toEqual(newest)
  expect(pages[0]?.json).toMatchObject({ pages: 3, total: 45 })
  expect((await page(0)).status).toBe(400)
  expect((await t.call('GET', `/fishes/${v7()}/reviews/`)).status).toBe(404)
})

it('is deleted by an administrator, no longer counts, and may be written again', async () => {
  const reviewed = await t.addFish()
  const [one, two, admin] = [await t.addUser(), await t.addUser(), await t.addUser({ admin: true })]
  const made = await review(reviewed._id, one.token, { rating: 1, comment: 'Rude' })
  await review(reviewed._id, two.token, { rating: 5, comment: '' })
  const { next } = (await t.call('GET', '/fishes/changes/')).json
  const path = `/fishes/${reviewed._id}/reviews/${made.json._id}/`
  const elsewhere = `/fishes/${fish._id}/reviews/${made.json._id}/`
  expect((await t.call('DELETE', elsewhere, { token: admin.token })).status).toBe(404)
  expect((await t.call('DELETE', path, { token: admin.token })).status).toBe(204)
  expect((await t.call('DELETE', path, { token: admin.token })).status).toBe(404)
  expect(await find(reviewed._id)).toMatchObject({ rating: 5, numReviews: 1, reviews: [{ rating: 5 }] })
  const changes = await t.call('GET', '/fishes/changes/', { query: { since: next } })
  expect(changes.json.changed.map(({ _id }: { _id: string }) => _id)).toEqual([reviewed._id])
  expect((await review(reviewed._id, one.token)).status).toBe(201)
})

it('marks names that look like the shop’s own, except those of administrators', async () => {
  const seen = await t.addFish()
  const poser = await t.addUser({ name: 'Аdministratоr' })
  expect((await review(seen._id, poser.token)).json).toMatchObject({ posesAsShop: true })
  await review(seen._id, (await t.addUser({ name: 'Administrator', admin: true })).token)
  await review(seen._id, (await t.addUser({ name: 'Ana' })).token)
  const { reviews } = await find(seen._id)
  expect(reviews.map(({ posesAsShop = false }) => posesAsShop)).toEqual([false, false, true])
})
