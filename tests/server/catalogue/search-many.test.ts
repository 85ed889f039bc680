import { afterAll, expect, it } from 'vitest'
import type { Fish } from '../../../contract/fishes.ts'
import { searchOf, selectFishes } from '../../support/query-catalogue.ts'
import { seedInto } from '../../support/seed-many.ts'
import { openTestShop } from '../harness.ts'

/** More than SQLite sorts at once, so that it reads rank by rank. */
const products = 9000
const pages = [1, 2, 40, 200, 9999]

const t = await openTestShop()
await seedInto(t.db, { products, orders: 0 })
const saved: Fish[] = []
for (let since = ''; ; ) {
  const { json } = await t.call('GET', '/fishes/changes/', { query: { limit: '500', ...(since && { since }) } })
  saved.push(...json.changed)
  since = json.next
  if (!json.more) break
}
const search = searchOf(saved)
afterAll(() => t.close())

it.each([
  'a',
  'c',
  '4',
  'co',
  'fi',
  'at',
  'ae',
  '||',
  'actinopterygii',
  'acti',
  'atlantic',
  'i',
  'hake galway',
  'galway loin',
  'loin a',
  'whole 12',
  'gadidae',
  'g',
  'z',
  'zq',
  '417',
  'cod',
  'e 1',
])('%s', async (keyword) => {
  for (const type of [undefined, 'seafood'] as const) {
    const all = selectFishes(saved, { keyword, ...(type && { type }) }, search).map((fish) => fish._id)
    for (const page of pages) {
      const query = { keyword, page: String(page), per_page: '7', ...(type && { type }) }
      const { json } = await t.call('GET', '/fish/', { query })
      const from = (json.page - 1) * 7
      expect([json.total, json.pages]).toEqual([all.length, Math.max(1, Math.ceil(all.length / 7))])
      expect(json.fishes.map((fish: Fish) => fish._id)).toEqual(all.slice(from, from + 7))
    }
  }
})
