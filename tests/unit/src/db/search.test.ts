// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FishChanges } from '../../../../contract/fishes.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { findNamed, getSearchIndex } from '../../../../src/db/product-search.ts'
import { saveFeedPage } from '../../../../src/db/products.ts'
import { getList } from '../../../../src/db/read-products.ts'
import { queryCatalogue } from '../../../support/query-catalogue.ts'
import { listCases, listedFishes } from '../../../support/search-cases.ts'
import { someFish, someFishes } from '../../../support/some-fishes.ts'

let db: ShopDatabase

beforeEach(() => {
  db = createDatabase(`saved-${Math.random()}`)
})
afterEach(() => db.delete())

async function fill(count: number, more = false) {
  const changes = { changed: someFishes(count), deleted: [], next: 'c1', more }
  expect(await saveFeedPage(db, { since: undefined, changes, now: 1000 })).toBe(true)
}

async function requireSaved() {
  const saved = await getSearchIndex(db)
  if (!saved) throw new Error('the saved catalogue is not complete')
  return saved
}

test('an incomplete catalogue is not searched', async () => {
  await fill(20, true)
  expect(await getSearchIndex(db)).toBeUndefined()
})

test.each(listCases.map((one) => [JSON.stringify(one.query), one] as const))(
  'the list %s has the products that the server’s list has',
  async (_title, { query, finds }) => {
    const fishes = listedFishes.map((one, at) => ({ ...someFish(at), ...one }))
    const changes = { changed: fishes, deleted: [], next: 'c1', more: false }
    await saveFeedPage(db, { since: undefined, changes, now: 1000 })
    const list = await getList(db, { ...query, page: 1, per_page: 100 })
    expect(list?.fishes.map(({ _id }) => fishes.findIndex((one) => one._id === _id))).toEqual(finds)
    expect([list?.total, list?.pages]).toEqual([finds.length, 1])
  },
)

test('a pasted line finds products by its known words; a sentence without tonnes finds none', async () => {
  const named = ['Shortfin squid', 'Common octopus'].map((trade_name, at) => ({ ...someFish(at), trade_name }))
  await saveFeedPage(db, {
    since: undefined,
    changes: { changed: named, deleted: [], next: 'c1', more: false },
    now: 1,
  })
  const saved = await requireSaved()
  const find = (words: string, qty?: number) => findNamed(saved, { words, qty }, 3).map(({ trade_name }) => trade_name)
  expect(find('octopus T9 urgent')).toEqual(['Common octopus'])
  expect(find('nothing of this shop')).toEqual([])
  expect(find('shop', 3)).toEqual(['Shortfin squid'])
})

test('every query gives the results of the contract, page by page', async () => {
  await fill(120)
  const saved = await requireSaved()
  const fishes = someFishes(120)
  const keywords = [
    '',
    'hake',
    'HAKE',
    'sea  bream',
    'œillet',
    'oeillet',
    'gadidae',
    'e',
    'poisson cod',
    'nothing',
    '7',
    '|',
  ]
  for (const keyword of keywords) {
    for (const type of [undefined, 'fish', 'seafood', 'bird']) {
      for (const page of [1, 2, 99]) {
        const query = { keyword, page, per_page: 6, ...(type && { type }) }
        expect(saved.list(query), JSON.stringify(query)).toEqual(queryCatalogue(fishes, query))
      }
    }
  }
})

test('filters narrow a search and a list, with counts where they are asked for', async () => {
  await fill(120)
  const saved = await requireSaved()
  const found = saved.list({ keyword: 'hake', family: 'gadidae', inStock: '1', facets: '1', page: 1, per_page: 100 })
  const hakes = queryCatalogue(someFishes(120), { keyword: 'hake', page: 1, per_page: 100 }).fishes
  const kept = hakes.filter((fish) => fish.category === 'Gadidae' && fish.countInStock > 0)
  expect(found.fishes).toEqual(kept)
  expect(found.facets?.family.find(({ text }) => text === 'Gadidae')?.count).toBe(kept.length)
  expect(await getList(db, { origin: 'mars', page: 1, per_page: 6 })).toMatchObject({ fishes: [], total: 0 })
})

test('a word typed letter by letter, deleted and typed again gives the same results as typed at once', async () => {
  await fill(300)
  const saved = await requireSaved()
  const fishes = someFishes(300)
  const typed = [
    's',
    'se',
    'sea',
    'sea ',
    'sea b',
    'sea br',
    'sea bream x',
    'sea b',
    'b',
    'b s',
    'bream sea',
    'o',
    'po',
  ]
  for (const [at, keyword] of typed.entries()) {
    // another screen may search one type in between; that must not narrow the next search
    const type = at % 3 === 1 ? 'seafood' : undefined
    const query = { keyword, page: 1, per_page: 50, ...(type && { type }) }
    expect(saved.list(query), JSON.stringify(query)).toEqual(queryCatalogue(fishes, query))
  }
})

test('what was found before is found anew after a change: other words, another type, deleted', async () => {
  await fill(20)
  const found = async (keyword: string, type?: string) => {
    const query = { keyword, page: 1, per_page: 50, ...(type && { type }) }
    return (await requireSaved()).list(query).fishes.map(({ _id }) => _id)
  }
  const [moved, renamed, gone] = [someFish(3, { trade_name: 'Turbot' }), someFish(4), someFish(5)]
  const steps: Pick<FishChanges, 'changed' | 'deleted'>[] = [
    {
      changed: [
        { ...moved, type: 'fish' },
        { ...renamed, trade_name: 'Zander' },
      ],
      deleted: [],
    },
    {
      changed: [
        { ...moved, type: 'seafood' },
        { ...renamed, trade_name: 'Walleye' },
      ],
      deleted: [gone._id],
    },
  ]
  const seen: unknown[] = []
  for (const [at, changes] of steps.entries()) {
    const feed = { ...changes, next: `c${at + 2}`, more: false }
    await saveFeedPage(db, { since: `c${at + 1}`, changes: feed, now: 2000 })
    const all = (await found('')).includes(gone._id)
    const names = [
      await found('turbot', 'fish'),
      await found('turbot', 'seafood'),
      await found('zander'),
      await found('walleye'),
    ]
    seen.push([...names, all])
  }
  expect(seen).toEqual([
    [[moved._id], [], [renamed._id], [], true],
    [[], [moved._id], [], [renamed._id], false],
  ])
})
