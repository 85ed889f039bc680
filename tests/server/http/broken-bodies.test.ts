import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, openTestShop, orderBody, password, type TestShop, type TestUser } from '../harness.ts'

/** Wrong values that people, proxies and attackers send. */
const oddities: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  '5',
  '',
  ' ',
  'x'.repeat(10_000),
  '\0',
  'a\u0000b',
  '\ud800',
  "'; drop table fish; --",
  '{{7*7}}',
  '../../etc/passwd',
  [],
  {},
  [[[]]],
  { $gt: '' },
  ['a', 'b'],
]

/** The paths of all parts of a value. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))]
}

function mutate(value: unknown, path: (string | number)[], odd: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return odd
  const copy = structuredClone(value)
  // an earlier mutation removed this path
  if (typeof copy !== 'object' || copy === null || !(key in copy)) return copy
  Reflect.set(copy, key, mutate(Reflect.get(copy, key), rest, odd))
  return copy
}

describe.each(dialects)('bodies broken at one to three places on %s', (dialect) => {
  let t: TestShop
  let admin: TestUser
  let fish: { _id: string; image: string }
  beforeAll(async () => {
    t = await openTestShop(dialect, { env: { RATE_LIMIT_FACTOR: '100000' } })
    admin = await t.addUser({ admin: true })
    fish = (await t.addFish()) as typeof fish
  })
  afterAll(() => t.close())

  const names = { trade_name: 'a', trade_name_fr: 'b', trade_name_es: 'c', classe: 'd', category: 'e' }
  const calls = () => [
    { method: 'POST', path: '/orders/add/', body: orderBody([fish]) },
    { method: 'POST', path: `/fishes/${fish._id}/reviews/`, body: { rating: 3, comment: 'x' } },
    { method: 'POST', path: '/users/register/', body: { name: 'x', email: 'x', password: 'short' } },
    { method: 'POST', path: '/subscribe/', body: { email: 'x@gmail.com' } },
    {
      method: 'POST',
      path: '/contact/',
      body: { user_object: 'a', user_name: 'b', user_email: 'c@d.co', user_message: 'e' },
    },
    {
      method: 'PUT',
      path: '/users/profile/update/',
      body: { id: admin.id, name: 'x', email: admin.email, password: '' },
    },
    {
      method: 'PUT',
      path: `/users/update/${admin.id}/`,
      body: { _id: admin.id, name: 'x', email: admin.email, isAdmin: true },
    },
    {
      method: 'PUT',
      path: `/fishes/update/${fish._id}/`,
      body: { _id: fish._id, ...names, type: 'fish', countInStock: 1, image: fish.image },
    },
  ]

  it('are refused with a sentence or accepted, and never break the server', async () => {
    const mutation = fc.tuple(fc.nat(), fc.constantFrom(...oddities))
    const broken = fc.tuple(fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    await fc.assert(
      fc.asyncProperty(broken, async ([which, mutations]) => {
        const all = calls()
        const call = all[which % all.length]
        if (!call) return
        let body: unknown = call.body
        for (const [where, odd] of mutations) {
          const paths = places(body)
          body = mutate(body, paths[where % paths.length] ?? [], odd)
        }
        const text = JSON.stringify(body)
        const answer = await t.call(call.method as 'POST', call.path, {
          token: admin.token,
          body: text,
          headers: { 'content-type': 'application/json' },
        })
        expect(answer.status, text).toBeLessThan(500)
        if (answer.status < 400) return
        expect(answer.json.detail, text).toMatch(/\S/)
        expect(answer.text).not.toMatch(/ at .*\.ts|select |insert |\/server\//i)
      }),
      { numRuns: 400 },
    )
  })

  it('leave the data consistent', async () => {
    expect((await t.call('GET', '/fish/')).json.total).toBe(1)
    const body = { username: admin.email, password }
    expect([200, 401]).toContain((await t.call('POST', '/users/login/', { body })).status)
  })
})
