import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { FishPage } from '../../contract/fishes.ts'
import type { OfferInput } from '../../contract/offers.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { headers } from '../../contract/service.ts'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { admin, expect, type Shop, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

// the exporter works on a tablet
test.use({ viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 })

type Asked = Order & { token: string; names: string[] }

/** A request by a new user for the first `count` products, each with one tonne more than the one before. */
async function ask(shop: Shop, count = 2, tonnes = 0.5): Promise<Asked> {
  const customer = await shop.newCustomer()
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  const wanted = fishes.slice(0, count)
  const { data } = await shop.api<{ data: Order }>('POST', '/orders/add/', {
    token: customer.token,
    body: {
      orderItems: wanted.map(({ _id }, at) => ({ fishe: _id, qty: at + tonnes })),
      shippingAddress: { phone: '+33 1', address: 'Quai 1', city: 'Brest', postalCode: '29200', country: 'France' },
      wishes: { incoterm: 'CIF', place: 'Brest', currency: 'EUR' },
    },
  })
  return { ...data, token: customer.token, names: wanted.map(({ trade_name }) => trade_name) }
}

/** An event sent from another device. */
async function say(shop: Shop, { _id }: Asked, { token, body }: { token: string; body: OrderEventInput }) {
  const answer = await fetch(`${shop.url}/api/orders/${_id}/events/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, [headers.key]: uuidv7() },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
}

/** The request on the server. */
const onServer = async (shop: Shop, { _id }: Asked) =>
  shop.api<Order>('GET', `/orders/${_id}/`, { token: await shop.adminToken() })

const offerFor = ({ orderItems }: Asked, price: number): OfferInput => ({
  currency: 'EUR',
  lines: orderItems.map(({ fishe, qty }) => ({ fishe, qty, price })),
  incoterm: 'FOB',
  place: 'Dakar',
  validUntil: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
})

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

test('a request is answered, revised and withdrawn, the next one turned down', async ({ page, shop }) => {
  const order = await ask(shop)
  const [first = ''] = order.names
  await openBoard(page, order)
  const tab = page.getByRole('tab', { name: /^To answer/ })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await expectNoSideways(page)
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

  await button(page, 'Revise offer').click()
  await expect(price(page, first)).toHaveValue('1850.50')
  await page
    .getByRole('row')
    .filter({ hasText: first })
    .getByRole('checkbox', { name: `Not available ${first}` })
    .check()
  await button(page, 'Send offer').click()
  await expect.poll(async () => (await onServer(shop, order)).version).toBe(2)
  expect((await onServer(shop, order)).events[1]?.offer).toMatchObject({ total: 300_000, lines: [{ price: null }, {}] })

  await button(page, 'Withdraw offer').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw offer' }).click()
  await expect(button(page, 'Make an offer')).toBeVisible()
  expect(await onServer(shop, order)).toMatchObject({ state: 'requested', version: 3 })

  const other = await ask(shop)
  await page.goto(`/#/order/${other._id}`)
  // until then the first request is shown, which can be turned down too
  await expect(page.getByRole('heading', { level: 1 })).toContainText(other.reference)
  await button(page, 'Turn down').click()
  const dialog = page.getByRole('dialog', { name: 'Turn down this request?' })
  await dialog.getByRole('button', { name: 'Turn down' }).click()
  await expect(dialog.getByText('Please fill in this field')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No octopus this year.')
  await dialog.getByRole('button', { name: 'Turn down' }).click()
  await expect(dialog).toHaveCount(0)
  // the dialog waits for the shop's answer for some seconds only
  await expect(page.getByText('The request is turned down. The buyer can see it.')).toBeVisible()
  await expect(button(page, 'Make an offer')).toHaveCount(0)
  expect(await onServer(shop, other)).toMatchObject({ state: 'closed' })
})

test('offline: typed values survive a reload, and the offer waits and is sent by itself', {
  tag: ['@core', '@worker', ...turn(0, 3)],
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
  const order = await ask(shop, 2, 99_998.999)
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

test('the dashboard shows waiting and received requests, as numbers with bars', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  // other tests request the same products, so this quantity is large enough to be among the most requested
  const order = await ask(shop, 2, 5000)
  const token = await shop.adminToken()
  await say(shop, order, { token, body: { kind: 'offer', after: 0, offer: offerFor(order, 99_900) } })
  await ask(shop)
  await page.goto('/#/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.reload()
  await expect(page.getByText('Open offers')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  const weeks = page.getByRole('table', { name: 'Tonnes asked for and accepted in each week' })
  await expect(weeks.getByRole('row')).toHaveCount(13)
  const most = page.getByRole('table', { name: 'Most asked for' })
  await expect(most.getByRole('row').filter({ hasText: order.names[1] ?? '' })).toBeVisible()
})
