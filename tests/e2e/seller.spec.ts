import type { Page } from '@playwright/test'
import type { Order } from '../../contract/orders.ts'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, type Shop, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

// the exporter works on a tablet
test.use({ viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 })

type Asked = Order & { names: string[] }

/** A request by a new user for two products, the second one with a tonne more than the first. */
async function ask(shop: Shop, tonnes = 0.5): Promise<Asked> {
  const wishes = { incoterm: 'CIF', place: 'Brest', currency: 'EUR' }
  const order = await dealIn(shop).request(await shop.newCustomer(), 2, { qty: (at) => at + tonnes, wishes })
  return { ...order, names: order.orderItems.map(({ name }) => name) }
}

/** The request on the server. */
const onServer = async (shop: Shop, { _id }: Asked) =>
  shop.api<Order>('GET', `/orders/${_id}/`, { token: await shop.adminToken() })

/** Restarts the app, which pulls the newest orders. Other tests may have filled the first page with theirs. */
async function openBoard(page: Page, { reference }: { reference: string }) {
  await page.goto(`/#/admin/order?keyword=${reference}`)
  // Firefox cancels a reload during a navigation
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await page.reload()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const price = (page: Page, name = '') =>
  page.getByRole('textbox', { name: `Price per tonne of ${name}`, exact: name !== '' })

async function fillPrices(page: Page, text: string) {
  const prices = price(page)
  await expect(prices.first()).toBeVisible()
  for (let at = 0; at < (await prices.count()); at++) await prices.nth(at).fill(text)
}

test.beforeEach(({ page, shop }) => signIn(page, shop, admin))

test('a request is answered, with the total while it is typed', async ({ page, shop }) => {
  const order = await ask(shop)
  const [first = ''] = order.names
  await openBoard(page, order)
  const tab = page.getByRole('tab', { name: /^To answer/ })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('row').filter({ hasText: order.reference }).getByRole('link', { name: 'View' }).click()
  await button(page, 'Make an offer').click()
  await expect(page.getByLabel('Delivery term')).toHaveValue('CIF')
  // what other buyers were offered by earlier tests is proposed
  for (const name of order.names) await price(page, name).fill('')
  await price(page, first).fill('1 850,5')
  await expect(page.getByText('Total: €925.25')).toBeVisible()
  await price(page, first).press('Enter')
  await page.keyboard.type('2000')
  await expect(page.getByText('Total: €3,925.25')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await button(page, 'Send offer').click()
  await expect(page.getByRole('heading', { name: 'Our offer' })).toBeVisible()
  expect(await onServer(shop, order)).toMatchObject({ state: 'offered', version: 1 })
})

test('offline: typed values survive a reload, and the offer waits and is sent by itself', {
  tag: ['@worker', ...turn(0, 3)],
}, async ({ page, context, shop }) => {
  const order = await ask(shop)
  const [first = ''] = order.names
  await page.goto(`/#/order/${order._id}`)
  await savedForOffline(page)
  await expect(button(page, 'Make an offer')).toBeVisible()
  await openBoard(page, order)
  await expect(page.getByText(order.reference, { exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('row').filter({ hasText: order.reference }).getByRole('link', { name: 'View' }).click()
  await button(page, 'Make an offer').click()
  await price(page, first).fill('1234')
  await page.reload()
  await expect(price(page, first)).toHaveValue('1234')
  await fillPrices(page, '1500')
  await button(page, 'Send offer').click()
  await expect(page.getByText('not sent yet', { exact: true })).toBeVisible()
  await expect(page.getByText('waits on this device. The buyer does not see it yet.')).toBeVisible()
  expect(await onServer(shop, order)).toMatchObject({ state: 'requested' })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Our offer' })).toBeVisible()
  expect(await onServer(shop, order)).toMatchObject({ state: 'offered', version: 1 })
})

test('a price of seven digits and the most tonnes are whole in their fields', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const order = await ask(shop, 99_998.999)
  await page.goto(`/#/order/${order._id}`)
  await button(page, 'Make an offer').click()
  await page.getByLabel('Currency').selectOption('XOF')
  await fillPrices(page, '1213500')
  for (const width of [768, 820, 1280, 360]) {
    await page.setViewportSize({ width, height: 1024 })
    const isCut = (input: HTMLInputElement) => input.scrollWidth > input.clientWidth
    for (const field of await page.getByRole('table').getByRole('textbox').all())
      await expect.poll(() => field.evaluate(isCut), `${width} px`).toBe(false)
    await expectNoSideways(page)
  }
})
