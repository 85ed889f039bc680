import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fish } from '../../contract/fishes.ts'
import { queryCatalogue } from '../support/query-catalogue.ts'
import { searchCases, searchedFishes } from '../support/search-cases.ts'
import { dialects, openTestShop, type TestShop } from './harness.ts'

const saved: Fish[] = searchedFishes.map((one, index) => ({
  ...one,
  _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  image: '',
  size: '',
  weight: '',
  countInStock: 1,
  rating: 0,
  numReviews: 0,
  updated_at: '',
}))
const title = (one: { keyword: string; type?: string }) =>
  JSON.stringify(one.keyword) + (one.type ? ` ${one.type}` : '')

describe('searching the saved catalogue', () => {
  it.each(searchCases.map((one) => [title(one), one] as const))('%s', (_title, { finds, ...query }) => {
    const found = queryCatalogue(saved, { ...query, page: 1, per_page: 100 })
    expect(found.fishes.map((fish) => fish.trade_name)).toEqual(finds)
  })
})

describe.each(dialects)('searching on %s', (dialect) => {
  let t: TestShop
  beforeAll(async () => {
    t = await openTestShop(dialect)
    for (const one of searchedFishes) await t.addFish({ scientific_name: '', fao_code: '', ...one })
  })
  afterAll(() => t.close())

  it.each(searchCases.map((one) => [title(one), one] as const))('%s', async (_title, { keyword, type, finds }) => {
    const query = { keyword, per_page: '100', ...(type && { type }) }
    const { status, json } = await t.call('GET', '/fish/', { query })
    expect(status).toBe(200)
    expect(json.fishes.map((fish: Fish) => fish.trade_name)).toEqual(finds)
    expect([json.total, json.page, json.pages]).toEqual([finds.length, 1, 1])
  })

  it('pages through the results in the same order', async () => {
    const names: string[] = []
    for (const page of ['1', '2', '3']) {
      const { json } = await t.call('GET', '/fish/', { query: { keyword: 'cod', per_page: '2', page } })
      expect([json.page, json.pages, json.total]).toEqual([Number(page), 3, 6])
      names.push(...json.fishes.map((fish: Fish) => fish.trade_name))
    }
    expect(names).toEqual(searchCases[0]?.finds)
  })

  it('finds a changed product by its new words, not the old ones', async () => {
    const admin = await t.addUser({ admin: true })
    const fish = await t.addFish({ trade_name: 'Walleye', trade_name_fr: 'x', trade_name_es: 'y' })
    const found = async (keyword: string) => (await t.call('GET', '/fish/', { query: { keyword } })).json.total
    const { _id, rating: _, numReviews: __, updated_at: ___, reviews: ____, ...fields } = fish
    await t.call('PUT', `/fishes/update/${_id}/`, { token: admin.token, body: { ...fields, trade_name: 'Zander' } })
    expect([await found('walleye'), await found('zander')]).toEqual([0, 1])
    await t.call('DELETE', `/fishes/delete/${_id}/`, { token: admin.token })
    expect(await found('zander')).toBe(0)
  })
})

describe.each(dialects.filter((dialect) => dialect === 'postgres'))('%s without its trigram extension', (dialect) => {
  it('still searches', async () => {
    const t = await openTestShop(dialect)
    const { sql } = await import('kysely')
    await sql`drop extension pg_trgm cascade`.execute(t.db.query)
    await t.addFish()
    expect((await t.call('GET', '/fish/', { query: { keyword: 'atlantic' } })).json.total).toBe(1)
    await t.close()
  })
})
