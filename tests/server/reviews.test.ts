import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, openTestShop, type TestShop } from './harness.ts'

describe.each(dialects)('reviews on %s', (dialect) => {
  let t: TestShop
  let fish: { _id: string }
  beforeAll(async () => {
    t = await openTestShop(dialect)
    fish = await t.addFish()
  })
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

  it('takes one review per user and product', async () => {
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

  it('refuses a comment of 2,001 characters and a product that is not there', async () => {
    const user = await t.addUser()
    const long = await review(fish._id, user.token, { rating: 5, comment: 'x'.repeat(2001) })
    expect([long.status, long.json.errors[0].path]).toEqual([422, 'comment'])
    expect((await review(v7(), user.token)).status).toBe(404)
    expect((await review('abc', user.token)).status).toBe(404)
    expect((await review(fish._id, user.token, { rating: 5, comment: '🐟'.repeat(2000) })).status).toBe(201)
  })

  it('has the exact mean of fifty reviews that come at once', async () => {
    const busy = await t.addFish()
    const users = await Promise.all(Array.from({ length: 50 }, () => t.addUser()))
    const ratings = users.map((_, n) => ((n * 7) % 5) + 1)
    await Promise.all(users.map((user, n) => review(busy._id, user.token, { rating: ratings[n], comment: '' })))
    const { rating, numReviews } = await find(busy._id)
    expect(numReviews).toBe(50)
    expect(rating).toBe(ratings.reduce((sum, one) => sum + one, 0) / 50)
    expect((await t.call('GET', '/fishes/top/')).json[0].rating).toBeGreaterThanOrEqual(rating)
  })

  it('goes with its product', async () => {
    const gone = await t.addFish()
    const [user, admin] = [await t.addUser(), await t.addUser({ admin: true })]
    await review(gone._id, user.token)
    await t.call('DELETE', `/fishes/delete/${gone._id}/`, { token: admin.token })
    const left = await t.db.query.selectFrom('review').select('id').where('fish_id', '=', gone._id).execute()
    expect(left).toEqual([])
  })
})
