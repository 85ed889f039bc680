import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CatalogueQuery } from '../../../contract/catalogue-query.ts'
import { searchedText } from '../../../contract/fish-search.ts'
import type { Fish } from '../../../contract/fishes.ts'
import { openTestShop, type TestShop } from '../../server/harness.ts'
import { seedInto } from '../../support/seed-many.ts'

const products = 5000
const calls = 30
/** As a multiple of the pace, which is about 30 ms on a quiet machine. */
const mayCost = 1.2

let t: TestShop
let fishes: Fish[]
let words: string[]
let cursor: string
beforeAll(async () => {
  t = await openTestShop('sqlite')
  await seedInto(t.db, { products, orders: 0 })
  const { json } = await t.call('GET', '/fishes/changes/', { query: { limit: '500' } })
  fishes = json.changed
  cursor = json.next
  const known = fishes.map((fish) => searchedText(fish).text)
  words = known.flatMap((text) => text.split(/[\s|]+/)).filter(Boolean)
  // the index is read when the server starts
  await t.shop.fishIndex.refresh()
}, 300_000)
afterAll(() => t.close())

const random = (below: number) => Math.floor(Math.random() * below)
const any = <T>(list: readonly T[]) => list[random(list.length)] as T
const pieces = (count: number, make: () => string) => Array.from({ length: count }, make).join(' ')
/** A part of a product's text, so that it is found in many. */
function part(length: number): string {
  const word = any(words.filter((each) => each.length >= length))
  const at = random(word.length - length + 1)
  return word.slice(at, at + length)
}

/** With one letter changed. */
function slip(word: string): string {
  const at = random(word.length)
  return word.slice(0, at) + any([...'aeioxz']) + word.slice(at + 1)
}

/** What might be dear, each time with other words. */
const searches: Record<string, () => string> = {
  'one letter': () => part(1),
  'one letter, many times': () => `${part(1)} `.repeat(50),
  'eight letters': () => pieces(8, () => part(1)),
  'eight pairs': () => pieces(8, () => part(2)),
  'twenty pieces of three': () => pieces(20, () => part(3)),
  'pieces of seven': () => pieces(8, () => part(7)),
  'a word': () => any(words),
  'two words and a number': () => `${part(4)} ${part(3)} ${random(products)}`,
  signs: () => pieces(8, () => any(['(', ')', "'", '-', '/', '’', '%', '_', '\\', '"', '*', '0'])),
  'eight words with a slip': () => pieces(8, () => slip(part(6 + random(3)))),
  'eight beginnings': () => pieces(8, () => `${part(5)}xqz`),
  'one long word': () => 'abcdefghij'.repeat(10),
  'nothing that is there': () => pieces(8, () => String.fromCodePoint(0x4e00 + random(2000))),
}

/** Milliseconds of processor time of one call, the mean of several. */
async function cost(make: (n: number) => { path: string; query: Record<string, string> }): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < calls; n++) {
    const { path, query } = make(n)
    const headers = { 'accept-encoding': 'br' }
    expect((await t.app.inject({ url: `/api${path}`, query, headers })).statusCode).toBe(200)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

/** Milliseconds of processor time of some work that never changes, about 30 on a quiet machine. */
function pace(): number {
  const text = JSON.stringify(fishes)
  const before = process.cpuUsage()
  for (let n = 0; n < 20; n++) JSON.stringify(JSON.parse(text))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * What a call costs, as a multiple of the pace: neighbours slow a processor down by half, for both. One that seems dear is
 * measured twice more, since other work on the machine adds to a measurement and never takes from it.
 */
async function relativeCost(make: Parameters<typeof cost>[0]): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3 && least >= mayCost; turn++) {
    const before = pace()
    const spent = await cost(make)
    least = Math.min(least, (2 * spent) / (before + pace()))
  }
  return least
}

it('no public call costs more than 30 ms of a processor', async () => {
  const list = (query: Partial<Record<keyof CatalogueQuery, string>>) => ({ path: '/fish/', query })
  // compiled first, as it is in a server that runs
  for (const make of Object.values(searches)) await cost(() => list({ keyword: make().slice(0, 100) }))
  const costs: Record<string, number> = {}
  pace()
  for (const [name, make] of Object.entries(searches)) {
    const page = (n: number) => String(n % 2 === 0 ? 1 : 1 + random(products))
    costs[name] = await relativeCost((n) =>
      list({
        keyword: make().slice(0, 100),
        page: page(n),
        per_page: String(1 + random(100)),
        ...(n % 3 === 0 && { type: 'fish' }),
      }),
    )
  }
  costs['the last pages'] = await relativeCost((n) => list({ page: String(products - n), per_page: String(1 + n) }))
  costs['a type'] = await relativeCost((n) => ({
    path: '/fishes/type/fish',
    query: { page: String(products), per_page: String(1 + n) },
  }))
  costs.changes = await relativeCost((n) => ({
    path: '/fishes/changes/',
    query: { since: cursor, limit: String(500 - n) },
  }))
  costs['a product'] = await relativeCost(() => ({ path: `/fishes/${any(fishes)._id}`, query: {} }))
  costs['made-up members'] = await relativeCost((n) => ({ ...list({}), query: { x: String(n) } }))
  const dear = Object.entries(costs).sort(([, a], [, b]) => b - a)
  console.info(dear.map(([name, times]) => `${name}: ${times.toFixed(2)} times the pace`).join('\n'))
  expect(dear[0]?.[1]).toBeLessThan(mayCost)
}, 600_000)

it('members of the query that a call does not know make no new answer', async () => {
  const ask = async (query: Record<string, string>) => (await t.call('GET', '/fish/', { query })).text
  const first = await ask({ keyword: 'cod loin' })
  const search = vi.spyOn(t.shop.fishIndex, 'search')
  for (let n = 0; n < 20; n++) expect(await ask({ keyword: 'cod loin', [`x${n}`]: 'a' })).toBe(first)
  expect(search).not.toHaveBeenCalled()
})
