import { orderReference } from '../../contract/fields.ts'
import { inWholeChromium } from '../support/chromium.ts'
import { turn } from '../support/run.ts'
import { backgroundSync, checkOut, expect, goTo, newEntry, sendOrder, test } from './proof-device.ts'

// chromium-headless-shell shows no notifications
test.use(inWholeChromium)

/** Records the badge of the app's icon. Runs in the page. */
function noteBadge(): void {
  const show = (count: number) => {
    document.documentElement.dataset.badge = String(count)
    return Promise.resolve()
  }
  Object.assign(Navigator.prototype, { setAppBadge: show, clearAppBadge: () => show(0) })
}

// only Chromium has badges
test('the icon shows the number of waiting requests', { tag: ['@chromium', '@long'] }, async ({
  phone,
  line,
  fishes,
  buyer,
}) => {
  const { page } = await phone({ as: buyer, before: noteBadge })
  const badge = () => page.evaluate(() => document.documentElement.dataset.badge)
  await expect.poll(badge).toBe('0')
  line.always('createOrder', 'lost-before')
  for (const [count, fish] of fishes.slice(1, 3).entries()) {
    await checkOut(page, fish, 2)
    await sendOrder(page).click()
    await expect.poll(badge).toBe(String(count + 1))
  }
  line.clear()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(badge).toBe('0')
})

// only Chromium has Background Sync
test('a request sent in the background is announced by a notification', { tag: ['@chromium', ...turn(1, 3)] }, async ({
  phone,
  line,
  ledger,
  fishes,
  buyer,
}) => {
  const { page, context } = await phone({ as: buyer, saved: true })
  await context.grantPermissions(['notifications'], { origin: line.url })
  await page.goto('/?lng=fr#/offline')
  await expect(page.getByText('Vous serez averti quand une demande en attente aura été envoyée.')).toBeVisible()
  line.always('createOrder', 'lost-before')
  await goTo(page, `/cart/${fishes[3]?._id}?qty=5`)
  await expect(page.getByRole('spinbutton')).toBeVisible()
  await goTo(page, '/placeorder')
  await page.getByRole('button', { name: 'Envoyer la demande' }).click()
  const { id } = await newEntry(page)
  await page.goto('about:blank')
  line.clear()
  const wakeWorker = await backgroundSync(page, line.url)
  await expect
    .poll(async () => {
      await wakeWorker()
      return ledger.orders(buyer._id).length
    })
    .toBe(1)
  const told = () =>
    context.serviceWorkers()[0]?.evaluate(async () => {
      // runs in the worker
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, data }) => [title, String(data.open)])
    })
  await expect.poll(told).toEqual([[expect.stringContaining(orderReference(id)), `./#/order/${id}`]])
  const [[title] = []] = (await told()) ?? []
  expect(title).toBe(`Votre demande ${orderReference(id)} a été envoyée.`)
})
