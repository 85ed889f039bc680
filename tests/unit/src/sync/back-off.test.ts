import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../../src/api/exchange.ts'
import { backOff, delay, isDue } from '../../../../src/sync/outbox-steps.ts'

test('waits double from one second to five minutes, with full jitter', () => {
  const longest = (attempts: number) => delay(attempts, undefined, () => 0.999999)
  expect([1, 2, 3, 4].map((attempts) => Math.round(longest(attempts) / 1000))).toEqual([1, 2, 4, 8])
  expect(longest(50)).toBeLessThanOrEqual(backOff.max)
  expect(longest(50)).toBeGreaterThan(backOff.max - 1000)
  expect(delay(9, undefined, () => 0)).toBe(0)
})

test("the server's time wins, is the minimum, and is limited to an hour", () => {
  const after = fc.integer({ min: 0, max: 10 * backOff.retryAfterMax })
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(after, chance, fc.integer({ min: 1, max: 99 }), (milliseconds, random, attempts) => {
      const wait = delay(attempts, milliseconds, () => random)
      expect(wait).toBeGreaterThanOrEqual(Math.min(milliseconds, backOff.retryAfterMax))
      expect(wait).toBeLessThanOrEqual(backOff.retryAfterMax + backOff.base)
    }),
  )
})

test('Retry-After is read in both forms, dates by the clock of the server', () => {
  const none = { date: null, now: 0 }
  expect(readRetryAfter('120', none)).toBe(120_000)
  expect(readRetryAfter('Wed, 21 Oct 2026 07:28:30 GMT', { date: 'Wed, 21 Oct 2026 07:28:00 GMT', now: 0 })).toBe(
    30_000,
  )
  expect(readRetryAfter('Wed, 21 Oct 2026 07:28:30 GMT', { date: null, now: Date.UTC(2026, 9, 21, 7, 28, 20) })).toBe(
    10_000,
  )
  expect(readRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT', { date: null, now: Date.UTC(2026, 0) })).toBe(0)
  for (const text of [null, '', 'soon', '-5', '1.5', '99999999999']) expect(readRetryAfter(text, none)).toBeUndefined()
})

test('a jump of the clock never extends the wait', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: -3e11, max: 3e11 }), (wait, jump) => {
      const row = { nextAt: 1_700_000_000_000 + wait, wait }
      const start = 1_700_000_000_000 + jump
      expect(isDue(row, start) || isDue(row, start + wait)).toBe(true)
    }),
  )
  expect(isDue({ nextAt: 5000, wait: 3000 }, 4000)).toBe(false)
})

test('a thousand clients that fail together do not retry together', () => {
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  // every client fails at time 0 and at every try
  const perWindow = new Map<number, number>()
  for (let client = 0; client < 1000; client++) {
    let time = 0
    for (let attempts = 1; time < 1_200_000; attempts++) {
      time += Math.max(1, delay(attempts, undefined, random))
      const window = Math.floor(time / 10_000)
      perWindow.set(window, (perWindow.get(window) ?? 0) + 1)
    }
  }
  // from the tenth minute on, when the waits have grown
  const settled = Array.from({ length: 60 }, (_, i) => perWindow.get(60 + i) ?? 0)
  const steady = settled.reduce((sum, each) => sum + each, 0) / settled.length
  expect(Math.max(...settled)).toBeLessThanOrEqual(2 * steady)
  // a thousand clients are fewer than ten requests a second
  expect(steady).toBeLessThan(100)
})
