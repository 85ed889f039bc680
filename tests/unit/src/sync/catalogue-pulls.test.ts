import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FishChanges } from '../../../../contract/fishes.ts'
import type { Api } from '../../../../src/api/api-client.ts'
import { getCatalogueState } from '../../../../src/db/products.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/schema.ts'
import { putValue } from '../../../../src/db/values.ts'
import { pullCatalogueRegularly, watchCatalogue } from '../../../../src/sync/catalogue-pulls.ts'
import { pullCatalogue } from '../../../../src/sync/pull.ts'
import { firstLook } from '../../../support/first-look.ts'
import { someFish } from '../../../support/some-fishes.ts'
import { until } from '../../../support/until.ts'

let db: ShopDatabase
beforeEach(() => {
  db = createDatabase(`pulls-${Math.random()}`)
})
afterEach(() => db.delete())

/** A server that answers every pull with the next cursor. */
function server(changed: FishChanges['changed'] = []) {
  const pulls: (string | undefined)[] = []
  const call = async (_name: string, { query }: { query: { since?: string } }) => {
    pulls.push(query.since)
    const body: FishChanges = { changed, deleted: [], next: `c${pulls.length}`, more: false }
    return { ok: true, status: 200, body, isShops: true }
  }
  // the pull makes only this call
  return { pulls, api: { call } as unknown as Api }
}

describe('an open page without a worker', () => {
  let now = 1_000_000_000
  let isVisible = true
  const clock = { now: () => now }
  beforeEach(() => {
    // IndexedDB needs its own timers
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
    isVisible = true
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const pass = (time: number) => {
    now += time
    vi.advanceTimersByTime(time)
  }
  /** Waits for the state that a pull saves last. */
  const saved = (cursor: string) =>
    until(async () => expect((await db.values.get('catalogue'))?.value).toMatchObject({ cursor, at: now }))

  test('pulls soon after its start, and then once in every minute, however long a pull takes', async () => {
    const { pulls, api } = server()
    const stop = new AbortController()
    pullCatalogueRegularly({ db, api, clock }, stop.signal)
    pass(5000)
    await saved('c1')
    pass(55_000)
    await saved('c2')
    // the pull before this beat ended a moment after its own beat
    now += 90
    await putValue(db, 'catalogue', { cursor: 'c2', at: now, complete: true })
    now += 59_910 - 90
    vi.advanceTimersByTime(60_000)
    await saved('c3')
    stop.abort()
    pass(600_000)
    expect(pulls).toHaveLength(3)
  })

  test.each([
    ['focus', () => dispatchEvent(new Event('focus'))],
    ['pageshow', () => dispatchEvent(new Event('pageshow'))],
    ['online', () => dispatchEvent(new Event('online'))],
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('pulls at once at %s, a few seconds after the last pull, and never while it is hidden', async (_name, happen) => {
    const { pulls, api } = server()
    const stop = new AbortController()
    pullCatalogueRegularly({ db, api, clock }, stop.signal)
    pass(4000)
    await saved('c1')
    pass(3000)
    isVisible = false
    happen()
    pass(60_000)
    expect(pulls).toHaveLength(1)
    isVisible = true
    happen()
    await saved('c2')
    stop.abort()
  })
})

describe('screens read again', () => {
  let told: number
  const onChange = () => {
    told += 1
  }
  let stop: AbortController
  beforeEach(() => {
    told = 0
    stop = new AbortController()
  })
  afterEach(() => stop.abort())
  /** The live query has given its first value. */
  const watched = async (opened = Date.now()) => {
    watchCatalogue({ db, opened, signal: stop.signal }, onChange)
    await firstLook(() => getCatalogueState(db))
  }
  const pull = (changed = [someFish(1)]) => pullCatalogue({ db, api: server(changed).api, clock: { now: Date.now } })

  test('after the first fill of the saved catalogue', async () => {
    await watched()
    expect(told).toBe(0)
    await pull()
    await until(() => expect(told).toBe(1))
  })

  test('after a pull that ended between the opening of the page and the first look', async () => {
    const opened = Date.now() - 1
    await pull()
    await watched(opened)
    await until(() => expect(told).toBe(1))
  })

  test('not after a pull that brought nothing', async () => {
    await putValue(db, 'catalogue', { cursor: 'same', at: 5, complete: true })
    await watched()
    await putValue(db, 'catalogue', { cursor: 'same', at: 6, complete: true })
    await putValue(db, 'catalogue', { cursor: 'new', at: 7, complete: true })
    await until(() => expect(told).toBe(1))
  })
})
