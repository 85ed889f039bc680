import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Store } from '../../../sw/store.ts'

type Make = (name: string, limits: { maxEntries: number; maxAgeSeconds: number }) => Store
/** Not by `import`: the types of a worker's world and of the tests' do not go together. */
const { createStore } = await vi.importActual<{ createStore: Make }>('../../../sw/cache-store.ts')

const day = 86_400_000
let entries: Map<string, Response>
let opened: number

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31), toFake: ['Date'] })
  entries = new Map()
  opened = 0
  const cache = {
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    match: async (wanted: string | { url: string }) => {
      opened += 1
      return entries.get(typeof wanted === 'string' ? wanted : wanted.url)
    },
    put: async (url: string, response: Response) => void entries.set(url, response),
    delete: async (wanted: string | { url: string }) =>
      entries.delete(typeof wanted === 'string' ? wanted : wanted.url),
  }
  vi.stubGlobal('caches', { open: async () => cache })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const from = (time: number) => new Response('x', { headers: { date: new Date(time).toUTCString() } })
const urls = () => [...entries.keys()]

test('what is too old goes also while there is room', async () => {
  const store = createStore('pictures', { maxEntries: 10, maxAgeSeconds: 30 * 86_400 })
  entries.set('old', from(Date.now() - 31 * day)).set('young', from(Date.now() - 29 * day))
  await store.put('new', from(Date.now()))
  expect(urls()).toEqual(['young', 'new'])
  vi.setSystemTime(Date.now() + 2 * day)
  await store.put('newer', from(Date.now()))
  expect(urls()).toEqual(['new', 'newer'])
})

test('ages are not looked at with every picture that comes', async () => {
  const store = createStore('pictures', { maxEntries: 10, maxAgeSeconds: 30 * 86_400 })
  for (let n = 0; n < 8; n++) await store.put(`p${n}`, from(Date.now()))
  expect([urls().length, opened]).toEqual([8, 1])
})

test('of too many the oldest go first, then those that nobody used', async () => {
  const store = createStore('pictures', { maxEntries: 3, maxAgeSeconds: 30 * 86_400 })
  for (const name of ['a', 'b', 'c']) await store.put(name, from(Date.now()))
  await store.get('a')
  await store.put('d', from(Date.now()))
  expect(urls()).toEqual(['a', 'c', 'd'])
  entries.set('c', from(Date.now() - 31 * day))
  await store.put('e', from(Date.now()))
  expect(urls()).toEqual(['a', 'd', 'e'])
})
