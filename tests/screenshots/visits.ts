import type { Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import type { Order } from '../../contract/orders.ts'
import { dealIn } from '../e2e/deal.ts'
import { admin, type Customer, type Shop, savedForOffline, signIn } from '../e2e/shop.ts'
import { expect } from './picture.ts'

/** One picture: where it is saved, how large the window is, and the way to what it shows. */
export interface Visit {
  file: string
  width: number
  height: number
  scale: number
  dark?: boolean
  go(page: Page, shop: Shop): Promise<void>
}

interface People {
  buyer: Customer
}

const phone = { width: 360, height: 640, scale: 2 }
const tablet = { width: 768, height: 1024, scale: 1 }
const desktop = { width: 1280, height: 800, scale: 1 }
const docs = (name: string) => `docs/screenshots/${name}.webp`
export const address = {
  phone: '+33 4 91 00 00 00',
  address: '12 quai des Belges',
  city: 'Marseille',
  postalCode: '13001',
  country: 'France',
}

export async function productsOf(shop: Shop, keyword = '') {
  const { fishes } = await shop.api<FishPage>('GET', `/fish/?keyword=${encodeURIComponent(keyword)}`)
  return fishes
}

/** A buyer with a name that reads like one. */
export async function seeded(shop: Shop): Promise<People> {
  const buyer = await shop.newCustomer()
  const name = 'Mariama Sarr'
  await shop.api('PUT', '/users/profile/update/', { token: buyer.token, body: { name, email: buyer.email } })
  return { buyer: { ...buyer, name } }
}

/** A request with an answer: two offers, and what was said between them. */
export async function placeOrder(shop: Shop, buyer: Customer): Promise<void> {
  const orderItems = (await productsOf(shop)).slice(0, 4).map((fish, at) => ({ fishe: fish._id, qty: 2.5 * (at + 1) }))
  const { data } = await shop.api<{ data: Order }>('POST', '/orders/add/', {
    token: buyer.token,
    body: { orderItems, shippingAddress: address },
  })
  const deal = dealIn(shop)
  await deal.offer(data._id, { price: 395_000 })
  await deal.say(data._id, { kind: 'message', text: 'Could you do better for the octopus?' }, buyer.token)
  await deal.offer(data._id, { price: 372_500, days: 14 })
}

async function openProduct(page: Page, shop: Shop): Promise<void> {
  const [fish] = await productsOf(shop, 'octopus')
  await page.goto(`/#/products/${fish?._id}`)
}

/** From the cart to the last step of a request. */
export async function goToLastStep(page: Page, shop: Shop): Promise<void> {
  const [fish] = await productsOf(shop, 'octopus')
  await page.goto(`/#/cart/${fish?._id}?qty=12.5`)
  await page.getByRole('button', { name: 'Proceed To Checkout' }).click()
  for (const [label, text] of Object.entries({
    Phone: address.phone,
    Address: address.address,
    City: address.city,
    'Postal code': address.postalCode,
    Country: address.country,
  }))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** From the cart to an order that waits for a connection. */
async function sendWithoutConnection(page: Page, shop: Shop, buyer: Customer): Promise<void> {
  await signIn(page, shop, buyer)
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await savedForOffline(page)
  await goToLastStep(page, shop)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send Order' }).click()
  await expect(page.getByText('Waiting for a connection').first()).toBeVisible()
}

async function openFirstOrder(page: Page, shop: Shop, buyer: Customer): Promise<void> {
  await signIn(page, shop, buyer)
  await page.goto('/#/Order')
  await page.getByRole('main').getByRole('link', { name: 'View' }).first().click()
  await expect(page.getByText('ASK FOR A QUOTE')).toBeVisible()
}

/** The buyer's order with its offer at the top of the screen. */
async function openOffer(page: Page, shop: Shop, buyer: Customer): Promise<void> {
  await openFirstOrder(page, shop, buyer)
  const offer = page.getByRole('region', { name: 'Our offer' })
  await offer.evaluate((panel) => panel.scrollIntoView({ block: 'start' }))
}

async function openBoard(page: Page, shop: Shop): Promise<void> {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/order')
  await expect(page.getByRole('main').getByRole('link', { name: 'View' }).first()).toBeVisible()
}

/** An offer being written for a request without one. */
async function writeOffer(page: Page, shop: Shop): Promise<void> {
  await openBoard(page, shop)
  await page.getByRole('tab', { name: /^Awaiting offer/ }).click()
  await page.getByRole('main').getByRole('link', { name: 'View' }).first().click()
  await page.getByRole('button', { name: 'Make an offer' }).click()
  const prices = page.getByRole('textbox', { name: /^Price per tonne of / })
  await expect(prices.first()).toBeVisible()
  for (let at = 0; at < (await prices.count()); at++) await prices.nth(at).fill(`${1850 + at * 740}`)
  await page
    .locator('form')
    .first()
    .evaluate((form) => form.scrollIntoView({ block: 'start' }))
}

/** Every picture, each with a browser of its own. */
export function visits({ buyer }: People): Visit[] {
  const home: Visit['go'] = async (page) => {
    await page.goto('/')
  }
  return [
    { file: 'public/screenshots/phone.png', ...phone, go: home },
    { file: 'public/screenshots/desktop.png', ...desktop, go: home },
    { file: docs('home-desktop'), ...desktop, go: home },
    {
      file: docs('products-desktop-dark'),
      ...desktop,
      dark: true,
      go: async (page) => {
        await page.goto('/#/products')
      },
    },
    { file: docs('home-phone'), ...phone, go: home },
    { file: docs('product-phone-dark'), ...phone, dark: true, go: openProduct },
    {
      file: docs('waiting-phone'),
      ...phone,
      go: (page, shop) => sendWithoutConnection(page, shop, buyer),
    },
    {
      file: docs('products-tablet'),
      ...tablet,
      go: async (page) => {
        await page.goto('/?lng=fr#/products')
      },
    },
    { file: docs('order-tablet'), ...tablet, go: (page, shop) => openFirstOrder(page, shop, buyer) },
    { file: docs('offer-phone'), ...phone, go: (page, shop) => openOffer(page, shop, buyer) },
    { file: docs('board-desktop'), ...desktop, go: openBoard },
    { file: docs('offer-form-tablet'), ...tablet, go: writeOffer },
    {
      file: docs('admin-desktop-dark'),
      ...desktop,
      dark: true,
      go: async (page, shop) => {
        await signIn(page, shop, admin)
        await page.goto('/#/admin/products')
        await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
      },
    },
  ]
}
