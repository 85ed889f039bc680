import { setupI18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewPush } from '../../../../src/app/background.ts'
import type { ShopDatabase } from '../../../../src/db/database.ts'
import { getValue, putValue } from '../../../../src/db/database.ts'
import { putSession } from '../../../../src/db/session.ts'
import { ann, bench, bo, ours } from '../../../support/outbox-bench.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/a'
const i18n = setupI18n({ locale: 'en', messages: { en: {}, fr: {} } })

let isSubscribed: boolean
let stop: AbortController
beforeEach(() => {
  isSubscribed = true
  stop = new AbortController()
  i18n.activate('en')
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      isSubscribed = false
      return true
    },
  }
  const pushManager = { getSubscription: async () => (isSubscribed ? subscription : null) }
  const getRegistration = async () => ({ pushManager })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', class {})
})
afterEach(() => {
  stop.abort()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A device on which Ann gets notifications. */
async function device() {
  const made = bench((one) => ours(one, 200, {}))
  await putValue(made.db, 'push', { userId: ann.userId, token: ann.token, endpoint, language: 'en' })
  return made
}
const saved = (db: ShopDatabase) => getValue(db, 'push')

test('the notifications of an earlier user end as soon as another one has logged in', async () => {
  const { db, api, sent } = await device()
  await putSession(db, ann)
  renewPush({ db, api }, i18n, stop.signal)
  await putSession(db, bo)
  await expect.poll(() => isSubscribed).toBe(false)
  await expect.poll(() => saved(db)).toBeUndefined()
  // and are not told to the shop as the new user's
  expect(sent).toEqual([])
})

test('they end too if the other user had logged in while the app was closed', async () => {
  const { db, api, sent } = await device()
  await putSession(db, bo)
  renewPush({ db, api }, i18n, stop.signal)
  await expect.poll(() => isSubscribed).toBe(false)
  expect([await saved(db), sent]).toEqual([undefined, []])
})

test('the same user’s are renewed after a new login, and after a change of language', async () => {
  const { db, api, sent } = await device()
  await putSession(db, { ...ann, token: 'ann-2' })
  renewPush({ db, api }, i18n, stop.signal)
  await expect.poll(() => saved(db)).toMatchObject({ token: 'ann-2', language: 'en' })
  i18n.activate('fr')
  await expect.poll(() => saved(db)).toMatchObject({ token: 'ann-2', language: 'fr' })
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/push/subscriptions/', expect.objectContaining({ endpoint, language: 'en' })],
    ['/api/push/subscriptions/', expect.objectContaining({ endpoint, language: 'fr' })],
  ])
  expect(isSubscribed).toBe(true)
})
