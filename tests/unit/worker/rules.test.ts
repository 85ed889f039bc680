import { expect, test } from 'vitest'
import { parseFromWorker, parseToWorker } from '../../../contract/sw-messages.ts'
import { isWhatItsNameSays } from '../../../sw/content-types.ts'
import { isOurs } from '../../../sw/gate.ts'
import { dropOutdated, isKeepable, pageKey } from '../../../sw/page-cache.ts'
import { catalogueCall } from '../../../sw/saved-answers.ts'
import type { Store } from '../../../sw/store.ts'

const origin = 'https://shop.example'
const request = (method: string, path = '/api/fish/', headers: Record<string, string> = {}) => ({
  method,
  url: path.startsWith('http') ? path : `${origin}${path}`,
  headers: new Headers(headers),
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('%s is left alone', (method) => {
  expect(isOurs(request(method), origin)).toBe(false)
})

test('ranges, tokens and other origins are left alone', () => {
  expect(isOurs(request('GET'), origin)).toBe(true)
  expect(isOurs(request('GET', '/images/a/640.webp', { range: 'bytes=0-' }), origin)).toBe(false)
  expect(isOurs(request('GET', '/api/orders/', { authorization: 'Bearer x' }), origin)).toBe(false)
  expect(isOurs(request('GET', 'https://elsewhere.example/api/fish/'), origin)).toBe(false)
})

test('only the public catalogue reads are catalogue reads', () => {
  const call = (path: string) => catalogueCall(new URL(path, origin))?.kind
  for (const path of ['/api/fish', '/api/fish/', '/api/fish/?page=2']) expect(call(path)).toBe('list')
  for (const path of ['/api/fish/count', '/api/fish/count/']) expect(call(path)).toBe('count')
  for (const path of ['/api/fishes/top', '/api/fishes/top/']) expect(call(path)).toBe('top')
  for (const path of ['/api/fishes/type/fish', '/api/fishes/type/fish/']) expect(call(path)).toBe('type')
  for (const path of ['/api/fishes/0190', '/api/fishes/0190/']) expect(call(path)).toBe('fish')
  const others = ['changes/', 'changes', 'create/', 'upload/', 'update/1/', 'delete/1/', '1/reviews/', 'type/', '']
  for (const path of others) expect(call(`/api/fishes/${path}`), path).toBeUndefined()
  for (const path of ['/api/orders/', '/api/users/1', '/api/health/', '/fish/', '/api/subscribers/']) {
    expect(call(path), path).toBeUndefined()
  }
})

test('a chunk is only kept when it is what its name says', () => {
  const ok = (path: string, type: string, status = 200) =>
    isWhatItsNameSays(`${origin}${path}`, new Response('x', { status, headers: { 'content-type': type } }))
  expect(ok('/assets/home-abc.js', 'text/javascript; charset=utf-8')).toBe(true)
  expect(ok('/index.html?__WB_REVISION__=1', 'text/html')).toBe(true)
  expect(ok('/assets/home-abc.js', 'text/html')).toBe(false)
  expect(ok('/assets/home-abc.js', 'text/javascript', 404)).toBe(false)
  expect(ok('/assets/style.css', 'text/html; charset=utf-8')).toBe(false)
  expect(ok('/manifest.webmanifest', 'application/manifest+json')).toBe(true)
  expect(ok('/brand/hero-480.avif', 'text/html')).toBe(false)
})

test('one key for all spellings of a call', () => {
  expect(pageKey(`${origin}/api/fish/?page=1&keyword=a`)).toBe(pageKey(`${origin}/api/fish?keyword=a&page=1`))
})

test('an opaque or redirected answer is never kept', () => {
  const headers = { 'content-type': 'application/json', 'x-shop-api': '1' }
  const good = new Response('{}', { headers })
  expect(isKeepable(good)).toBe(true)
  expect(isKeepable(Object.defineProperty(new Response('{}', { headers }), 'redirected', { value: true }))).toBe(false)
  expect(isKeepable(Object.defineProperty(new Response('{}', { headers }), 'status', { value: 0 }))).toBe(false)
})

test('the feed takes out what it has overtaken and nothing else', async () => {
  const kept = new Map<string, string>([
    [`${origin}/api/fish?page=1`, '{"fishes":[{"_id":"a"}]}'],
    [`${origin}/api/fish?page=2`, '{"fishes":[{"_id":"b"}]}'],
    [`${origin}/api/fish/count`, '{"count":2}'],
    [`${origin}/api/fishes/a`, '{"_id":"a"}'],
    [`${origin}/api/fishes/b`, '{"_id":"b"}'],
    [`${origin}/api/fishes/c`, '{"_id":"c"}'],
  ])
  const store: Store = {
    get: async (url) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
    put: async () => undefined,
    remove: async (url) => void kept.delete(url),
    urls: async () => [...kept.keys()],
  }
  expect(await dropOutdated(store, { changed: ['a'], deleted: ['c'] })).toEqual([`${origin}/api/fishes/a`])
  expect([...kept.keys()]).toEqual([`${origin}/api/fish?page=2`, `${origin}/api/fishes/a`, `${origin}/api/fishes/b`])
})

test('unknown messages are ignored on both sides', () => {
  for (const data of [null, undefined, 'SKIP_WAITING', {}, { type: 1 }, { type: 'ERASE' }, []]) {
    expect(parseToWorker(data)).toBeUndefined()
    expect(parseFromWorker(data)).toBeUndefined()
  }
  expect(parseToWorker({ type: 'REPORT_PICTURES' })).toEqual({ type: 'REPORT_PICTURES' })
  expect(parseFromWorker({ type: 'CONNECTION', heard: true })).toEqual({ type: 'CONNECTION', heard: true })
})
