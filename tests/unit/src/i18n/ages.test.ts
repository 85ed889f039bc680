// @vitest-environment node
import { expect, test } from 'vitest'
import { formatAge } from '../../../../src/ui/date-text.tsx'

const now = Date.parse('2026-11-03T12:00:00.000Z')

test.each([
  ['en', '2 hours ago'],
  ['fr', 'il y a 2 heures'],
  ['es', 'hace 2 horas'],
] as const)('an age reads in %s as %s', (locale, words) => {
  expect(formatAge('2026-11-03T10:00:00.000Z', { now, locale })).toBe(words)
})

test.each([
  ['2026-08-20T12:00:00.000Z', '3 months ago'],
  ['2026-06-01T12:00:00.000Z', '5 months ago'],
  ['2025-11-04T12:00:00.000Z', '12 months ago'],
  ['2025-06-01T12:00:00.000Z', 'last year'],
])('what was on %s is %s, never quarters', (at, words) => {
  expect(formatAge(at, { now, locale: 'en' })).toBe(words)
})

test('with a slow clock no age is in the future, and an invalid time has no age', () => {
  expect(formatAge(now + 3_600_000, { now, locale: 'en' })).toBe('now')
  expect(formatAge('yesterday', { now, locale: 'en' })).toBe('')
})
