import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FishChanges } from '../../../contract/fishes.ts'
import { createDatabase } from '../../../src/db/schema.ts'

vi.mock('../../../sw/start-page.ts', () => ({ saveStartPage: async () => undefined }))

/** Not by `import`: the types of workers and of the tests' pages conflict. */
const { listenToPages } = await vi.importActual<{ listenToPages(worker: EventTarget): void }>('../../../sw/messages.ts')
/** The worker's database, opened a second time as by a tab. */
const db = createDatabase()

let pulls: number
let works: Promise<unknown>[]
const waitUntil = (work: Promise<unknown>) => void works.push(work)

beforeEach(async () => {
  pulls = 0
  works = []
  vi.useFakeTimers({ toFake: ['Date'], now: 2_000_000_000_000 })
  vi.stubGlobal('clients', { matchAll: async () => [] })
  vi.stubGlobal('fetch', async () => {
    pulls += 1
    const body: FishChanges = { changed: [], deleted: [], next: `c${pulls}`, more: false }
    return Response.json(body, { headers: { 'x-shop-api': '1' } })
  })
  await db.values.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page asks for a pull. */
async function ask(): Promise<void> {
  const worker = new EventTarget()
  listenToPages(worker)
  worker.dispatchEvent(Object.assign(new MessageEvent('message', { data: { kind: 'PULL_CATALOGUE' } }), { waitUntil }))
  await Promise.all(works)
}
const pass = (time: number) => vi.setSystemTime(Date.now() + time)

test('a page that asks gets a pull, also a moment before the minute of the last one is over', async () => {
  await ask()
  expect(pulls).toBe(1)
  pass(59_900)
  await ask()
  expect(pulls).toBe(2)
  // somebody looks at it again
  pass(3000)
  await ask()
  expect(pulls).toBe(3)
})

test('events that come together make one pull; one right after it is followed by one more, when the gap is over', async () => {
  pass(600_000)
  await Promise.all([ask(), ask()])
  expect(pulls).toBe(1)
  pass(1900)
  await Promise.all([ask(), ask()])
  expect(pulls).toBe(2)
})
