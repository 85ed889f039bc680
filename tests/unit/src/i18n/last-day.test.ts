// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { endOfDay, endText } from '../../../../contract/texts/shop-day.ts'
import { formatLastDay, lastDayHere } from '../../../../src/i18n/dates.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
  else process.env.TZ = zone
})

/** An offer until 29 November of a shop in a time zone. */
const until = (shop: string) => ({
  validUntil: '2026-11-29',
  expiresAt: new Date(endOfDay(shop, '2026-11-29')).toISOString(),
})

test.each([
  ['America/Los_Angeles', 'Africa/Dakar', '29 Nov 2026, 04:00 pm GMT-8', '2026-11-29'],
  ['America/Los_Angeles', 'Asia/Tokyo', '29 Nov 2026, 07:00 am GMT-8', '2026-11-29'],
  ['Pacific/Auckland', 'Africa/Dakar', '30 Nov 2026, 01:00 pm GMT+13', '2026-11-30'],
  ['Pacific/Auckland', 'Pacific/Auckland', '29 Nov 2026', '2026-11-29'],
  ['Africa/Dakar', 'Pacific/Auckland', '29 Nov 2026, 11:00 am GMT', '2026-11-29'],
])('a reader in %s sees when the last day of a shop in %s ends', async (reader, shop, text, day) => {
  process.env.TZ = reader
  vi.resetModules()
  const dates = await import('../../../../src/i18n/dates.ts')
  expect(dates.formatLastDay(until(shop), 'en')).toBe(text)
  expect(dates.lastDayHere(until(shop))).toBe(day)
})

test('an offer that is not sent has no hour yet', () => {
  const unsent = { validUntil: '2026-11-29', expiresAt: '9999-12-31T00:00:00.000Z' }
  expect(formatLastDay(unsent, 'en')).toBe('29 Nov 2026')
  expect(lastDayHere(unsent)).toBe('2026-11-29')
})

test.each([
  ['en', '29 November 2026 at 23:59 (Auckland, GMT+13)'],
  ['fr', '29 novembre 2026 à 23:59 (Auckland, UTC+13)'],
  ['es', '29 de noviembre de 2026 a las 23:59 (Auckland, GMT+13)'],
] as const)('mails and pages in %s name the hour and the zone of the shop', (language, text) => {
  expect(endText(until('Pacific/Auckland').expiresAt, 'Pacific/Auckland', language)).toBe(text)
})
