// @vitest-environment node
import { expect, test } from 'vitest'
import { parseFromWorker, parseToWorker } from '../../../contract/sw-messages.ts'
import { isShops } from '../../../src/api/exchange.ts'
import { isOurs, isPicture, isWhatItsNameSays } from '../../../sw/rules.ts'

const origin = 'https://shop.example'
const request = (method: string, path = '/api/fish/', headers: Record<string, string> = {}) => ({
  method,
  url: path.startsWith('http') ? path : `${origin}${path}`,
  headers: new Headers(headers),
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('%s is ignored', (method) => {
  expect(isOurs(request(method), origin)).toBe(false)
})

test('ranges, tokens and other origins are ignored', () => {
  expect(isOurs(request('GET'), origin)).toBe(true)
  expect(isOurs(request('GET', '/images/a/640.webp', { range: 'bytes=0-' }), origin)).toBe(false)
  expect(isOurs(request('GET', '/api/orders/', { authorization: 'Bearer x' }), origin)).toBe(false)
  expect(isOurs(request('GET', 'https://elsewhere.example/api/fish/'), origin)).toBe(false)
})

test('a chunk is saved only if it has the type of its name', () => {
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

test('only the shop’s own answers count, not those of a captive portal or a proxy', () => {
  const answer = (headers: Record<string, string>, status = 200) =>
    isShops(new Response('x', { status, headers }).headers)
  const json = { 'content-type': 'application/json' }
  expect(answer({ ...json, 'x-shop-api': '1' })).toBe(true)
  expect(answer({ 'content-type': 'application/problem+json', 'x-shop-api': '1' }, 404)).toBe(true)
  expect(answer({ 'content-type': 'text/html' })).toBe(false)
  expect(answer(json)).toBe(false)
  expect(answer(json, 429)).toBe(false)
})

test('only a complete picture of ours is saved as a picture', () => {
  const headers = { 'content-type': 'image/avif' }
  const answer = (over: PropertyDescriptorMap = {}) =>
    isPicture(Object.defineProperties(new Response('x', { headers }), over))
  expect(answer()).toBe(true)
  expect(answer({ redirected: { value: true } })).toBe(false)
  expect(answer({ status: { value: 0 } })).toBe(false)
  expect(isPicture(new Response('x', { headers: { 'content-type': 'text/html' } }))).toBe(false)
})

test('unknown messages are ignored on both sides', () => {
  for (const data of [null, undefined, 'SKIP_WAITING', {}, { kind: 1 }, { type: 'ERASE' }, []]) {
    expect(parseToWorker(data)).toBeUndefined()
    expect(parseFromWorker(data)).toBeUndefined()
  }
  expect(parseToWorker({ type: 'REPORT_PICTURES' })).toEqual({ kind: 'REPORT_PICTURES' })
  const saved = { kind: 'PICTURES_SAVED', done: 1, of: 2, bytes: 3, finished: false }
  expect(parseFromWorker(saved)).toEqual(saved)
})
