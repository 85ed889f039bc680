import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FacetValue } from '../../../contract/facets.ts'
import type { Fish } from '../../../contract/fishes.ts'
import {
  forgivenCases,
  forgivenFishes,
  listCases,
  listedFishes,
  searchCases,
  searchedFishes,
} from '../../support/search-cases.ts'
import { formOf, openTestShop, type TestShop } from '../harness.ts'

const title = (one: { keyword: string; type?: string }) =>
  JSON.stringify(one.keyword) + (one.type ? ` ${one.type}` : '')

describe('forgiving', () => {
  let t: TestShop
  beforeAll(async () => {
    t = await openTestShop()
    for (const one of forgivenFishes) await t.addFish({ scientific_name: '', fao_code: '', ...one })
  })
  afterAll(() => t.close())

  it.each(forgivenCases.map((one) => [title(one), one] as const))(
    '%s',
    async (_title, { keyword, type, finds, nearest }) => {
      const { json } = await t.call('GET', '/fish/', { query: { keyword, per_page: '100', ...(type && { type }) } })
      expect(json.fishes.map((fish: Fish) => fish.trade_name)).toEqual(finds)
      expect(json.nearest?.map((fish: Fish) => fish.trade_name)).toEqual(nearest)
      expect(json.total).toBe(finds.length)
    },
  )
})

describe('searching', () => {
  let t: TestShop
  beforeAll(async () => {
    t = await openTestShop()
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

  it('finds a product under its new type after it was moved, and counts it there', async () => {
    const admin = await t.addUser({ admin: true })
    const fish = await t.addFish({ trade_name: 'Barnacle', type: 'fish' })
    const found = async (type: string) => {
      const { json } = await t.call('GET', '/fish/', { query: { keyword: 'barnacle', type } })
      return [json.total, json.fishes.length]
    }
    expect([await found('fish'), await found('seafood')]).toEqual([
      [1, 1],
      [0, 0],
    ])
    await t.call('PUT', `/fishes/update/${fish._id}/`, {
      token: admin.token,
      body: { ...formOf(fish), type: 'seafood' },
    })
    expect([await found('fish'), await found('seafood')]).toEqual([
      [0, 0],
      [1, 1],
    ])
    await t.call('DELETE', `/fishes/delete/${fish._id}/`, { token: admin.token })
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
    // results are cached by word
    expect([await found('walleye'), await found('zander')]).toEqual([1, 0])
    await t.call('PUT', `/fishes/update/${fish._id}/`, {
      token: admin.token,
      body: { ...formOf(fish), trade_name: 'Zander' },
    })
    expect([await found('walleye'), await found('zander')]).toEqual([0, 1])
    await t.call('DELETE', `/fishes/delete/${fish._id}/`, { token: admin.token })
    expect(await found('zander')).toBe(0)
  })
})

describe('lists with a filter or an order', () => {
  let t: TestShop
  const ids: string[] = []
  beforeAll(async () => {
    t = await openTestShop()
    for (const one of listedFishes) ids.push((await t.addFish({ scientific_name: '', fao_code: '', ...one }))._id)
  })
  afterAll(() => t.close())
  const ask = async (query: Record<string, string>) => {
    const { status, json } = await t.call('GET', '/fish/', { query })
    return { status, ...json, places: (json.fishes ?? []).map(({ _id }: Fish) => ids.indexOf(_id)) }
  }

  it.each(listCases.map((one) => [JSON.stringify(one.query), one] as const))('%s', async (_title, { query, finds }) => {
    const whole = await ask({ ...query, per_page: '100' })
    expect([whole.places, whole.total, whole.pages]).toEqual([finds, finds.length, 1])
    const paged: number[] = []
    for (let page = 1; page <= Math.ceil(finds.length / 2); page++)
      paged.push(...(await ask({ ...query, per_page: '2', page: String(page) })).places)
    expect(paged).toEqual(finds)
  })

  it('count what each value of a filter would leave, where that is asked for', async () => {
    const { facets, total } = await ask({ facets: '1', state: 'frozen', type: 'seafood' })
    expect(total).toBe(1)
    expect(facets.state.map(({ value, count }: FacetValue) => [value, count])).toEqual([
      ['fresh', 1],
      ['frozen', 1],
    ])
    expect(facets.inStock).toEqual([{ value: '1', text: '1', count: 1 }])
    expect((await ask({ state: 'frozen' })).facets).toBeUndefined()
    // a product that has changed counts at once
    const admin = await t.addUser({ admin: true })
    const id = ids[9] ?? ''
    const body = { ...formOf((await t.call('GET', `/fishes/${id}`)).json), treatment: 'fresh' }
    await t.call('PUT', `/fishes/update/${id}/`, { token: admin.token, body })
    const { facets: after } = await ask({ facets: '1', type: 'seafood' })
    expect(after.state).toEqual([{ value: 'fresh', text: 'fresh', count: 2 }])
  })

  it('refuses others', async () => {
    expect((await ask({ stock: 'much' })).status).toBe(400)
    expect((await ask({ sort: 'search' })).status).toBe(400)
  })
})
