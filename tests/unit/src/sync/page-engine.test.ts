import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../../../../src/api/api-client.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { dropSession, expireSession, putSession } from '../../../../src/db/session.ts'
import { isLive } from '../../../../src/sync/connection.ts'
import { createPageEngine, pageJobs } from '../../../../src/sync/page-engine.ts'
import { createSync } from '../../../../src/sync/sync.ts'
import { ann } from '../../../support/outbox-bench.ts'
import { until } from '../../../support/until.ts'

/** A shop whose only datum is the number of its commits. */
class FakeShop {
  commits = 0
  pulls = 0
  /** what the device has read last */
  seen = -1
  refusal: number | undefined
  streams: ReadableStreamDefaultController<Uint8Array>[] = []

  /** the authorization of each stream that was opened */
  tokens: (string | null)[] = []

  fetch = async (_address: string, { signal, headers }: RequestInit = {}) => {
    this.tokens.push(new Headers(headers).get('authorization'))
    if (this.refusal !== undefined) return new Response('', { status: this.refusal, headers: { 'x-shop-api': '1' } })
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void this.streams.push(controller) })
    const own = this.streams.at(-1)
    signal?.addEventListener('abort', () => this.drop(own))
    this.say(':\n\n')
    return new Response(body, { headers: { 'x-shop-api': '1', 'content-type': 'text/event-stream' } })
  }
  say(text: string) {
    for (const stream of this.streams) stream.enqueue(new TextEncoder().encode(text))
  }
  hint = () => this.say('event: orders\ndata:\n\n')
  drop(stream: ReadableStreamDefaultController<Uint8Array> | undefined) {
    if (!stream || !this.streams.includes(stream)) return
    this.streams = this.streams.filter((each) => each !== stream)
    stream.error(new Error('gone'))
  }
  break = () => {
    for (const stream of this.streams) this.drop(stream)
  }
  api = {
    address: () => '/api/live/',
    call: async () => {
      this.pulls++
      const next = this.commits
      await turn()
      this.seen = next
      return { ok: true, status: 200, isShops: true, body: { changed: [], deleted: [], next: `v${next}`, more: false } }
    },
    // the stream and the pulls make no other calls
  } as unknown as Api
}

const turn = () => new Promise((resolve) => setTimeout(resolve))
let db: ShopDatabase
let shop: FakeShop
let stop: AbortController
let ended: Promise<void>

function open() {
  const clock = { now: () => Date.now() }
  stop = new AbortController()
  const deps = { db, api: shop.api, clock, sync: createSync({ db, api: shop.api, clock }) }
  const engine = createPageEngine(deps, stop.signal)
  const { orders, stream } = pageJobs(deps, engine, stop.signal)
  engine.add({ orders, stream })
  ended = engine.run(stop.signal)
}
const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  db = createDatabase(`live-${Math.random()}`)
  shop = new FakeShop()
  vi.stubGlobal('fetch', shop.fetch)
  // one at a time, as the browser's
  let last: Promise<void> = Promise.resolve()
  const locks = {
    request: (_name: string, { signal }: { signal?: AbortSignal }, work: (lock: object) => Promise<void>) => {
      const run = last.then(() => {
        signal?.throwIfAborted()
        return work({})
      })
      last = run.catch(() => undefined)
      return run
    },
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
  look('visible')
})
afterEach(async () => {
  stop.abort()
  await ended
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
  await db.delete()
})
const stands = () => until(() => expect(isLive.get()).toBe(true))

const steps = fc.array(fc.constantFrom('commit', 'told', 'lost', 'twice', 'late', 'broken', 'endless'), {
  maxLength: 12,
})

test('hints that are lost, doubled, late and without end: after the last one the device has what the shop has', async () => {
  await putSession(db, ann)
  open()
  await stands()
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      let late = 0
      for (const step of chosen) {
        if (step !== 'broken') shop.commits++
        if (step === 'told' || step === 'twice') shop.hint()
        if (step === 'twice') shop.hint()
        if (step === 'late') late++
        if (step === 'endless') for (let n = 0; n < 200; n++) shop.hint()
        if (step === 'broken') shop.break()
        if (step === 'broken') dispatchEvent(new Event('online'))
        await turn()
      }
      const before = shop.pulls
      // what was lost comes with the next hint, or with the next stream
      if (late > 0 && shop.streams.length > 0) shop.hint()
      else {
        shop.break()
        dispatchEvent(new Event('online'))
      }
      await until(() => expect(shop.seen).toBe(shop.commits))
      expect(shop.pulls - before).toBeLessThan(8)
    }),
    { numRuns: 25 },
  )
})

test('nobody signed in, a hidden page, Save-Data: no stream', async () => {
  open()
  await turn()
  expect(shop.streams).toHaveLength(0)
  look('hidden')
  await putSession(db, ann)
  await turn()
  expect(shop.streams).toHaveLength(0)
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  look('visible')
  await turn()
  expect(shop.streams).toHaveLength(0)
  Reflect.deleteProperty(navigator, 'connection')
  look('visible')
  await stands()
  look('hidden')
  await until(() => expect([shop.streams.length, isLive.get()]).toEqual([0, false]))
  look('visible')
  await stands()
  await dropSession(db)
  await until(() => expect(isLive.get()).toBe(false))
})

test('a refused session is not tried again; another one is', async () => {
  shop.refusal = 401
  await putSession(db, ann)
  open()
  // the pull asks, and its refusal signs out
  await until(() => expect(shop.pulls).toBeGreaterThan(0))
  shop.refusal = undefined
  dispatchEvent(new Event('focus'))
  await turn()
  expect(shop.streams).toHaveLength(0)
  await expireSession(db, ann.token)
  await putSession(db, { ...ann, token: 'another' })
  await stands()
})

test('after another login the stream is the new user’s, and the former one is closed', async () => {
  await putSession(db, ann)
  open()
  await stands()
  await putSession(db, { ...ann, userId: 'bo', token: 'of-bo' })
  await until(() => expect(shop.tokens.at(-1)).toBe('Bearer of-bo'))
  await stands()
  expect(shop.streams).toHaveLength(1)
})
