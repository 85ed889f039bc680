import { setupI18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../../../../src/api/api-client.ts'
import { watchNotices } from '../../../../src/app/notices.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { takeEndingOffers } from '../../../../src/db/read-orders.ts'
import { putSession } from '../../../../src/db/session.ts'
import { eventOf, offerOf, orderOf } from '../../../support/offer-samples.ts'
import { admin, customer } from '../../../support/open-shop.tsx'
import { until } from '../../../support/until.ts'

const toasts = vi.hoisted((): { title: string }[] => [])
vi.mock('../../../../src/ui/feedback/toaster.tsx', () => ({ toast: (one: (typeof toasts)[0]) => toasts.push(one) }))

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const clock = { now: () => new Date(2026, 10, 10, 9).getTime() }
// nothing is called
const page = { api: {} as Api, clock, engine: { isWorking: false } }
const said = 'The offer for your request Q-0000-0101 expires tomorrow.'

let db: ShopDatabase
beforeEach(async () => {
  toasts.length = 0
  db = createDatabase(`ending-${Math.random()}`)
  await putSession(db, customer)
})
afterEach(() => db.delete())

const offered = (seq: number, validUntil: string, expiresAt = new Date(`${validUntil}T24:00`).toISOString()) =>
  eventOf(seq, 'offer', { offer: offerOf({ validUntil, expiresAt }) })
const save = (userId: string, ...events: Parameters<typeof orderOf>) =>
  db.orders.put({ userId, _id: 'o1', order: orderOf(...events), at: 1, fill: 1, during: 1 })

test('an offer that expires tomorrow is told once, also by two tabs and after a new start', async () => {
  await save(customer.userId, offered(1, '2026-11-11'))
  const stop = new AbortController()
  for (const _tab of ['one', 'two']) watchNotices({ ...page, db }, i18n, stop.signal)
  await until(() => expect(toasts.map(({ title }) => title)).toEqual([said]))
  stop.abort()
  expect(await takeEndingOffers(db, clock.now())).toEqual([])
  // a new offer with the same day is another one
  await save(customer.userId, offered(1, '2026-11-11'), offered(2, '2026-11-11'))
  expect(await takeEndingOffers(db, clock.now())).toHaveLength(1)
})

test('an offer whose last day ends here a day later is told by the day that it ends here', async () => {
  await save(customer.userId, offered(1, '2026-11-10', new Date(2026, 10, 11, 9).toISOString()))
  expect(await takeEndingOffers(db, clock.now())).toHaveLength(1)
})

test('whoever comes back to the page is told what ends tomorrow by then', async () => {
  const later = { ...orderOf(offered(2, '2026-11-12')), _id: 'o2', reference: 'Q-LATER' }
  await db.orders.put({ userId: customer.userId, _id: 'o2', order: later, at: 1, fill: 1, during: 1 })
  await save(customer.userId, offered(1, '2026-11-11'))
  const stop = new AbortController()
  let now = clock.now()
  watchNotices({ ...page, db, clock: { now: () => now } }, i18n, stop.signal)
  await until(() => expect(toasts).toHaveLength(1))
  now += 24 * 3_600_000
  document.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(toasts.at(-1)?.title).toContain('Q-LATER'))
  stop.abort()
})

test.each(['2026-11-10', '2026-11-12'])('one that is valid until %s is not told', async (day) => {
  await save(customer.userId, offered(1, day))
  expect(await takeEndingOffers(db, clock.now())).toEqual([])
})

test('an answered one is not told, nor anything to the exporter', async () => {
  const declined = { ...orderOf(offered(1, '2026-11-11'), eventOf(2, 'decline')), state: 'declined' as const }
  await db.orders.put({ userId: customer.userId, _id: 'o1', order: declined, at: 1, fill: 1, during: 1 })
  expect(await takeEndingOffers(db, clock.now())).toEqual([])
  await putSession(db, admin)
  await save(admin.userId, offered(1, '2026-11-11'))
  expect(await takeEndingOffers(db, clock.now())).toEqual([])
})

test('an offer is not told again after another user of this device was told of one', async () => {
  await save(customer.userId, offered(1, '2026-11-11'))
  expect(await takeEndingOffers(db, clock.now())).toHaveLength(1)
  await putSession(db, { ...customer, userId: 'other' })
  await save('other', offered(2, '2026-11-11'))
  expect(await takeEndingOffers(db, clock.now())).toHaveLength(1)
  await putSession(db, customer)
  expect(await takeEndingOffers(db, clock.now())).toEqual([])
})
