import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAway, noteConnection, watchedFetch } from '../../../../src/sync/connection.ts'

let answer: () => Promise<Response>
const fetch = watchedFetch(() => answer())

beforeEach(() => noteConnection(true))
afterEach(() => noteConnection(true))

const response = (headers: Record<string, string>) => async () => new Response('{}', { headers })

test('a failed request means away, an answer of the shop means back', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(fetch('/api/health/')).rejects.toThrow()
  expect(isAway()).toBe(true)
  answer = response({ 'x-shop-api': '1' })
  await fetch('/api/health/')
  expect(isAway()).toBe(false)
})

test('an answer to an older request does not hide that a later one failed', async () => {
  const late = Promise.withResolvers<Response>()
  answer = () => late.promise
  const older = fetch('/api/fish/')
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(fetch('/api/health/')).rejects.toThrow()
  late.resolve(new Response('{}', { headers: { 'x-shop-api': '1' } }))
  await older
  expect(isAway()).toBe(true)
})

test('a captive portal is not the shop, and another service proves nothing', async () => {
  answer = response({ 'content-type': 'text/html; charset=utf-8' })
  await fetch('/api/health/')
  expect(isAway()).toBe(true)
  noteConnection(true)
  answer = response({ 'content-type': 'text/plain' })
  await fetch('https://mail.example/send')
  expect(isAway()).toBe(false)
})

test('an aborted request proves nothing', async () => {
  const leaving = new AbortController()
  answer = () => Promise.reject(new DOMException('left', 'AbortError'))
  leaving.abort()
  await expect(fetch('/api/fish/', { signal: leaving.signal })).rejects.toThrow()
  expect(isAway()).toBe(false)
})
