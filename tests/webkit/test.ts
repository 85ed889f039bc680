import { test as base, expect } from '@playwright/test'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import { type Customer, openShop, type Shop } from '../e2e/shop.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import type { Screen } from './screen.ts'
import { type Opening, startWebKit, type WebKit } from './webkit.ts'

interface Fixtures {
  /** opens a browser behind the failing line; it ends with the test */
  open: (opening?: Opening) => Promise<Screen>
  /** the line between browser and shop, without faults at first */
  line: FaultProxy
  /** somebody who has just registered */
  buyer: Customer
}

interface Shared {
  shop: Shop
  webkit: WebKit
  /** products in stock */
  fishes: [Fish, ...Fish[]]
}

export const test = base.extend<Fixtures, Shared>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await openShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
    async ({}, use) => {
      const webkit = await startWebKit()
      await use(webkit)
      await webkit.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  fishes: [
    async ({ shop }, use) => {
      const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
      const [first, ...more] = fishes.filter(({ countInStock }) => countInStock > 0)
      if (!first) throw new Error('The demonstration catalogue has products in stock.')
      await use([first, ...more])
    },
    { scope: 'worker' },
  ],
  line: async ({ shop }, use) => {
    const line = await startFaultProxy(shop.url)
    await use(line)
    await line.close()
  },
  buyer: async ({ shop }, use) => use(await shop.newCustomer()),
  open: async ({ webkit, line }, use) => {
    const screens: Screen[] = []
    await use(async (opening) => {
      const screen = await webkit.open(line.url, opening)
      screens.push(screen)
      return screen
    })
    for (const screen of screens) await screen.quit().catch(() => undefined)
  },
})

export { expect }

export const address = {
  Phone: '+212 600 00 00 00',
  Address: '12 Quai Nord',
  City: 'Agadir',
  'Postal code': '80000',
  Country: 'Morocco',
}

export async function register(
  screen: Screen,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  await screen.goto('/register')
  await screen.fill('Name', name, { within: 'main' })
  await screen.fill('Email', email, { within: 'main' })
  await screen.fillLabelled('Password', password)
  await screen.fillLabelled('Confirm Password', password)
  await screen.click('button', 'Register', { within: 'main' })
  // the next screen takes the focus when it comes, which closes a menu
  await screen.misses('heading', 'Register')
  await screen.sees('button', name)
}

export async function logIn(screen: Screen, { email, password }: { email: string; password: string }): Promise<void> {
  await screen.goto('/login')
  // the home page, which is shown until then, has a field `Email` too
  await screen.sees('button', 'Login', { within: 'main' })
  await screen.fill('Email', email, { within: 'main' })
  await screen.fillLabelled('Password', password)
  await screen.click('button', 'Login', { within: 'main' })
  await expect.poll(() => screen.hash(), { timeout: 30_000 }).not.toContain('/login')
  await screen.misses('heading', 'Login')
}

/** From an empty cart to the screen with Send Order. */
export async function fillOrder(screen: Screen, fish: Fish, quantity: string): Promise<void> {
  await screen.goto(`/cart/${fish._id}?qty=1`)
  await screen.fill(`Quantity of ${fish.trade_name}`, quantity, { role: 'spinbutton' })
  await screen.click('button', 'Proceed To Checkout')
  await screen.isAt('#/shipping')
  for (const [name, text] of Object.entries(address)) await screen.fill(name, text)
  await screen.click('button', 'Continue')
  await screen.sees('button', 'Send Order')
}

/** What an order that has arrived says. */
export const sent = /Sent \d{1,2} [A-Z][a-z]+ \d{4}/

/** Send Order with a line on which orders get lost: the request waits on the device. */
export async function sendInVain(screen: Screen, line: FaultProxy): Promise<void> {
  line.always('createOrder', 'lost-before')
  await screen.click('button', 'Send Order')
  await screen.says('Waiting for a connection')
}

/** The same, until the page is loaded with the line back and the request goes. */
export async function sendAfterCut(screen: Screen, line: FaultProxy): Promise<void> {
  await sendInVain(screen, line)
  line.clear()
  await screen.reload()
  await screen.says(sent)
}

export interface Order {
  _id: string
  reference: string
  orderItems: { fishe: string; qty: number }[]
}

/** The orders that the server has of a buyer. */
export async function ordersOf(shop: Shop, { token }: Customer): Promise<Order[]> {
  const { data } = await shop.api<{ data: Order[] }>('GET', '/orders/myorders/', { token })
  return data
}
