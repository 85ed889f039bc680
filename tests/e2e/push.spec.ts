import type { Page } from '@playwright/test'
import type { PushInput } from '../../contract/sw-messages.ts'
import { pushInput } from '../server/accounts/push-service.ts'
import { inWholeChromium } from '../support/chromium.ts'
import { turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { dealIn } from './deal.ts'
import { registrationOf } from './proof-device.ts'
import { expect, logIn, savedForOffline, test } from './shop.ts'

// chromium-headless-shell shows no notifications
test.use(inWholeChromium)

/** Replaces Chromium's push service, which is Google's and not called by tests. Runs in the page. */
function fakePushService({ endpoint, keys }: PushInput): void {
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      sessionStorage.removeItem('subscribed')
      return true
    },
  }
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      sessionStorage.setItem('subscribed', '1')
      return subscription
    },
    getSubscription: async () => (sessionStorage.getItem('subscribed') ? subscription : null),
  })
}

/** Delivers messages to the worker, as the browser does for its push service. */
async function pushTo(page: Page, origin: string) {
  const cdp = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(cdp)
  return async (payload: object) => {
    const data = JSON.stringify(payload)
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

/** The notifications that the worker shows: text, language and the address that a click opens. */
const shownBy = (page: Page) =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async () => {
      // runs in the worker
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ body, lang, data }) => [body, lang, String(data.open)])
    })

/** How many pages of the shop the worker knows; one that is left may count for a moment. */
const openPages = (page: Page) =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async () => {
      // runs in the worker
      const { clients } = globalThis as unknown as { clients: { matchAll(options: object): Promise<unknown[]> } }
      return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
    })

// only Chromium can deliver push messages by its protocol
test('a buyer who has turned it on gets a notification while the shop is closed', {
  tag: ['@chromium', ...turn(1, 2)],
}, async ({ page, context, shop }) => {
  const buyer = await shop.newCustomer()
  const order = await dealIn(shop).request(buyer, 1)
  await context.grantPermissions(['notifications'], { origin: shop.url })
  await context.addInitScript(fakePushService, pushInput())
  await logIn(page, buyer)
  await savedForOffline(page)
  await page.goto(`#/order/${order._id}`)
  const button = page.getByRole('button', { name: 'Tell me when the answer comes' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/push/subscriptions/'))
  await button.click()
  expect((await saved).status()).toBe(204)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('This device tells you when we answer, also while the shop is closed.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')

  const push = await pushTo(page, shop.url)
  // less than the minute after which an open order pulls by itself
  const pulled = page.waitForRequest(/\/api\/orders\/changes\//, { timeout: 30_000 })
  await push({ reference: order.reference, language: 'fr' })
  await pulled
  expect(await shownBy(page)).toEqual([])

  await page.goto('about:blank')
  await expect.poll(() => openPages(page)).toBe(0)
  const news = [`Il y a du nouveau pour la demande ${order.reference}.`, 'fr', `./#/order/${order._id}`]
  // Chromium forgets a notification that is asked for while it appears, so each look has a push of its own: of one request
  // there is one notification all the same
  const shown = async () => {
    await push({ reference: order.reference, language: 'fr' })
    return (await shownBy(page))?.sort()
  }
  await expect.poll(shown).toEqual([news])
  const other = ['Hay novedades sobre la solicitud Q-0000-0000.', 'es', './#/Order']
  const both = async () => {
    await push({ reference: 'Q-0000-0000', language: 'es' })
    return shown()
  }
  await expect.poll(both).toEqual([other, news].sort())
  await page.goto(news[2] ?? '')
  await expect(page.getByRole('heading', { name: `Quote request ${order.reference}` })).toBeVisible()

  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})
