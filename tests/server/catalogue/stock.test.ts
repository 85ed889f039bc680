import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { caller, openTestShop, type TestUser } from '../harness.ts'

const t = await openTestShop()
const ana = await t.addUser({ admin: true, name: 'Ana' })
const bo = await t.addUser({ admin: true, name: 'Bo' })
afterAll(() => t.close())

const set = (id: string, body: unknown, { by = ana, key }: { by?: TestUser; key?: string } = {}) =>
  t.call('PUT', `/fishes/${id}/stock/`, { token: by.token, key, body })
const product = async (id: string) => (await t.call('GET', `/fishes/${id}`)).json
const logOf = async (id: string) => {
  const { json } = await t.call('GET', '/admin/log/', { token: ana.token, query: { per_page: '100' } })
  return json.filter((row: { kind: string; thing: { _id: string } }) => row.thing._id === id)
}
const cursor = async () => (await t.call('GET', '/fishes/changes/', { query: { limit: '500' } })).json.next
const changedSince = async (since: string) =>
  (await t.call('GET', '/fishes/changes/', { query: { since } })).json.changed.map(
    ({ _id, countInStock }: { _id: string; countInStock: number }) => [_id, countInStock],
  )

it('is set if it is still the number that was seen: in lists, feed and log', async () => {
  const { _id, ...before } = await t.addFish({ countInStock: '10' })
  expect((await t.call('GET', '/fish/')).json.fishes[0].countInStock).toBe(10)
  const since = await cursor()
  const answer = await set(_id, { countInStock: 7.5, seen: 10 })
  expect([answer.status, answer.json]).toEqual([200, { _id, countInStock: 7.5 }])
  const after = await product(_id)
  expect(after).toEqual({ ...before, _id, countInStock: 7.5, updated_at: expect.any(String) })
  expect(after.updated_at > String(before.updated_at)).toBe(true)
  expect((await t.call('GET', '/fish/')).json.fishes[0].countInStock).toBe(7.5)
  expect(await changedSince(since)).toEqual([[_id, 7.5]])
  expect((await logOf(_id))[0]).toMatchObject({
    kind: 'product-changed',
    by: { name: 'Ana' },
    changes: [{ field: 'countInStock', from: '10', to: '7.5' }],
  })
})

it('is refused with the current number if another one was seen, and nothing is written', async () => {
  const { _id } = await t.addFish({ countInStock: '10' })
  await set(_id, { countInStock: 8, seen: 10 }, { by: bo })
  const [since, before] = [await cursor(), await product(_id)]
  const late = await set(_id, { countInStock: 3, seen: 10 })
  expect([late.status, late.json.type, late.json.countInStock]).toEqual([409, 'about:quayside/edited-meanwhile', 8])
  expect([await product(_id), await changedSince(since), (await logOf(_id)).length]).toEqual([before, [], 2])
  expect((await set(_id, { countInStock: 3, seen: 8 })).status).toBe(200)
})

it('does not change if the number is already stored, whatever was seen', async () => {
  const { _id } = await t.addFish({ countInStock: '10' })
  const [since, before] = [await cursor(), await product(_id)]
  for (const seen of [10, 3])
    expect((await set(_id, { countInStock: 10, seen })).json).toEqual({ _id, countInStock: 10 })
  expect([await product(_id), await changedSince(since), (await logOf(_id)).length]).toEqual([before, [], 1])
})

it('is set once per key, and repeats its answer whatever has happened since', async () => {
  const { _id } = await t.addFish({ countInStock: '10' })
  const key = v7()
  const body = { countInStock: 4, seen: 10 }
  const answers = await Promise.all([1, 2, 3].map(() => set(_id, body, { key })))
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, { _id, countInStock: 4 }]))
  await set(_id, { countInStock: 9, seen: 4 }, { by: bo })
  const later = await set(_id, body, { key })
  expect([later.status, later.json, later.headers['idempotent-replayed']]).toEqual([
    200,
    { _id, countInStock: 4 },
    'true',
  ])
  expect([(await product(_id)).countInStock, (await logOf(_id)).length]).toEqual([9, 3])
  expect((await set(_id, { countInStock: 5, seen: 10 }, { key })).json.type).toBe('about:quayside/key-reused')
  expect((await set(_id, body, { key, by: bo })).json.type).toBe('about:quayside/key-of-another-user')
  await t.call('DELETE', `/fishes/delete/${_id}/`, { token: bo.token })
  expect((await set(_id, body, { key })).text).toBe(later.text)
  expect((await set(_id, body)).status).toBe(404)
})

it('can be set with a key that was refused before', async () => {
  const { _id } = await t.addFish({ countInStock: '10' })
  const key = v7()
  expect((await set(_id, { countInStock: 4, seen: 1 }, { key })).status).toBe(409)
  expect((await set(_id, { countInStock: 4, seen: 10 }, { key })).status).toBe(200)
})

it('obeys the rules of the product form', async () => {
  const { _id } = await t.addFish({ countInStock: '10' })
  const rules = async (countInStock: unknown) => {
    const { status, json } = await set(_id, { countInStock, seen: 10 })
    return [status, ...json.errors.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)]
  }
  expect(await rules(-1)).toEqual([422, 'countInStock minimum'])
  expect(await rules(1_000_001)).toEqual([422, 'countInStock maximum'])
  expect(await rules('5')).toEqual([422, 'countInStock allowedValue'])
  expect(await rules(undefined)).toEqual([422, 'countInStock required'])
  expect((await set(_id, { countInStock: 5 })).json.errors[0]).toMatchObject({ path: 'seen', rule: 'required' })
  expect((await set(v7(), { countInStock: 5, seen: 10 })).status).toBe(404)
})

it('gets a new time with every change, even if the clock stands still or goes back', async () => {
  const { _id } = await t.addFish({ countInStock: '0' })
  const times: string[] = []
  for (const at of [1, 2, 3, 4]) {
    t.clock.pass(-60_000)
    await set(_id, { countInStock: at, seen: at - 1 })
    times.push((await product(_id)).updated_at)
  }
  expect(times).toEqual([...new Set(times)].sort())
})

it('is set by only one of two concurrent administrators; the other gets the current number', async () => {
  const calls = [t.call, caller(await t.another())]
  const { _id } = await t.addFish({ countInStock: '0' })
  let saved = 0
  for (const round of Array.from({ length: 15 }, (_, at) => at)) {
    const wanted = [round * 2 + 1, round * 2 + 2]
    const answers = await Promise.all(
      [ana, bo].map(({ token }, at) =>
        calls[at]?.('PUT', `/fishes/${_id}/stock/`, {
          token,
          key: v7(),
          body: { countInStock: wanted[at], seen: saved },
        }),
      ),
    )
    saved = (await product(_id)).countInStock
    const said = answers.map((answer) => [answer?.status, answer?.json.countInStock])
    expect(said.sort()).toEqual([
      [200, saved],
      [409, saved],
    ])
    expect(wanted).toContain(saved)
  }
  expect((await logOf(_id)).length).toBe(1 + 15)
})
