import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FishChanges } from '../../../../contract/fishes.ts'
import type { Api } from '../../../../src/api/api-client.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { getCatalogueState, getProduct, saveProduct } from '../../../../src/db/products.ts'
import { type ChangedIds, pullCatalogue } from '../../../../src/sync/catalogue-feed.ts'
import { someFish } from '../../../support/some-fishes.ts'

type Answer = FishChanges | number

let db: ShopDatabase
let answers: Answer[]
let asked: (string | undefined)[]
let told: ChangedIds[]
let now: number

beforeEach(() => {
  db = createDatabase(`pull-${Math.random()}`)
  answers = []
  asked = []
  told = []
  now = 1_000_000
})
afterEach(() => db.delete())

/** A client that gives the answers in order and records the cursors. */
const api = {
  async call(_name: string, input: { query: { since?: string } }) {
    asked.push(input.query.since)
    const answer = answers.shift()
    if (answer === undefined) throw new Error('asked once too often')
    if (typeof answer === 'number') return { ok: false, refusal: { status: answer, detail: 'no', errors: [] } }
    return { ok: true, status: 200, body: answer, isShops: true }
  },
  // the pull makes only this call
} as unknown as Pick<Api, 'call'>

const onSaved = (changes: ChangedIds) => void told.push(changes)
const pull = () => pullCatalogue({ db, api, clock: { now: () => now }, onSaved })
const step = (next: string, given: Partial<FishChanges> = {}): FishChanges => ({
  changed: [],
  deleted: [],
  next,
  more: false,
  ...given,
})

test.each([
  ['is refused', 400],
  ['is answered from the start', step('x', { reset: true, changed: [someFish(9)] })],
])(
  'a cursor of another database that %s: the copy is replaced at once, and what is gone is told',
  async (_, answer) => {
    answers = [step('a', { changed: [someFish(1), someFish(2)] })]
    await pull()
    answers = [answer, step('n1', { changed: [someFish(2)], more: true }), step('n2', { changed: [someFish(3)] })]
    await pull()
    expect(told.at(-1)?.deleted).toEqual([someFish(1)._id])
    expect(asked.slice(-3)).toEqual(['a', undefined, 'n1'])
    expect(await getProduct(db, someFish(1)._id)).toBeUndefined()
    expect((await getCatalogueState(db))?.cursor).toBe('n2')
  },
)

test('a refusal changes nothing', async () => {
  answers = [step('a', { changed: [someFish(1)] }), 503, 429]
  await pull()
  expect(await pull()).toBe(false)
  expect(await pull()).toBe(false)
  expect(await getCatalogueState(db)).toMatchObject({ cursor: 'a', complete: true })
})

test('a feed whose cursor does not advance ends the pull', async () => {
  answers = [step('a'), step('a', { more: true })]
  await pull()
  await pull()
  expect(asked).toHaveLength(2)
})

test('a product saved before the first pull and deleted since is removed', async () => {
  for (const number of [1, 2]) await saveProduct(db, { ...someFish(number), reviews: [] })
  answers = [step('a', { changed: [someFish(2)] })]
  await pull()
  expect((await db.fishes.toArray()).map(({ _id }) => _id)).toEqual([someFish(2)._id])
  expect((await getCatalogueState(db))?.complete).toBe(true)
})
