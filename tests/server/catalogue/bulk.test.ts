import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { AdminAction } from '../../../contract/admin-log.ts'
import { openTestShop } from '../harness.ts'

const t = await openTestShop()
const { token } = await t.addUser({ admin: true, name: 'Ana' })
afterAll(() => t.close())

const bulk = (body: object, key = v7()) => t.call('POST', '/fishes/bulk/', { token, key, body })
const addThree = async () => {
  const made = [await t.addFish(), await t.addFish({ countInStock: 7 }), await t.addFish()]
  return made.map(({ _id }) => _id)
}
const cursor = async () => (await t.call('GET', '/fishes/changes/')).json.next
const since = async (from: string) => (await t.call('GET', '/fishes/changes/', { query: { since: from } })).json

it('sets one field of many products, each a change of its own in feed and log', async () => {
  const ids = await addThree()
  const gone = v7()
  const before = await cursor()
  const answer = await bulk({ ids: [...ids, gone, ids[0]], countInStock: 7 })
  expect([answer.status, answer.json]).toEqual([200, { changed: 3, missing: [gone] }])
  // one had that stock
  const { changed } = await since(before)
  expect(changed.map(({ _id }: { _id: string }) => _id)).toEqual([ids[0], ids[2]])
  const log: AdminAction[] = (await t.call('GET', '/admin/log/', { token })).json
  expect(log.slice(0, 2).map(({ kind, thing }) => [kind, thing._id])).toEqual([
    ['product-changed', ids[2]],
    ['product-changed', ids[0]],
  ])
  expect(log[0]?.changes).toEqual([{ field: 'countInStock', from: '12.5', to: '7' }])
  await bulk({ ids, featured: true })
  await bulk({ ids, type: 'seafood' })
  for (const _id of ids)
    expect((await t.call('GET', `/fishes/${_id}`)).json).toMatchObject({ featured: true, type: 'seafood' })
  await bulk({ ids, featured: false })
  expect((await t.call('GET', `/fishes/${ids[0]}`)).json).not.toHaveProperty('featured')
})

it('deletes many, once per key', async () => {
  const ids = await addThree()
  const [before, key] = [await cursor(), v7()]
  const first = await bulk({ ids, delete: true }, key)
  expect(first.json).toEqual({ changed: 3, missing: [] })
  expect((await since(before)).deleted).toEqual(ids)
  const again = await bulk({ ids, delete: true }, key)
  expect([again.json, again.headers['idempotent-replayed']]).toEqual([first.json, 'true'])
  expect((await bulk({ ids, delete: true })).json).toEqual({ changed: 0, missing: ids })
})

it('takes exactly one change', async () => {
  const ids = await addThree()
  for (const change of [{}, { countInStock: 1, featured: true }, { delete: true, type: 'fish' }])
    expect((await bulk({ ids, ...change })).json.errors).toMatchObject([{ path: 'ids', rule: 'allowedValue' }])
  expect((await bulk({ ids: [], featured: true })).json.errors[0].rule).toBe('minItems')
  expect((await bulk({ ids, countInStock: -1 })).json.errors[0].rule).toBe('minimum')
})
