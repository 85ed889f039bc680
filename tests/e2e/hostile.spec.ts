import type { Page } from '@playwright/test'
import { business } from '../../contract/limits.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { productWith } from '../support/product-with.ts'
import { admin, test as base, type Customer, expect, logIn, openShop, type Shop, signIn } from './shop.ts'

/** A shop in which every text is hostile. */
interface HostileShop {
  shop: Shop
  /** oldest first */
  fishes: { id: string; text: string }[]
  buyer: Customer
  orders: string[]
}

async function createFish(shop: Shop, token: string, text: string): Promise<string | undefined> {
  const form = new FormData()
  const fields = productWith(text, { size: text, weight: text, scientific_name: text })
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${shop.url}/api/fishes/create/`, { method: 'POST', headers, body: form })
  if (answer.status === 422) return undefined
  // the contract's tests check the answer's shape
  return ((await answer.json()) as { _id: string })._id
}

async function fill(shop: Shop): Promise<HostileShop> {
  const token = await shop.adminToken()
  const fishes: HostileShop['fishes'] = []
  const orders: string[] = []
  const buyer = await shop.newCustomer()
  for (const text of hostileTexts) {
    const fish = await createFish(shop, token, text)
    if (fish) fishes.push({ id: fish, text: text.trim() })
    const fishe = fishes.at(-1)?.id ?? ''
    const line = text.slice(0, 20)
    const shippingAddress = { phone: line, address: text, city: text, postalCode: line, country: text }
    const body = { orderItems: [{ fishe, qty: 1 }], shippingAddress, userEmail: 'x@example.org' }
    const { data } = await shop.api<{ data: { _id: string } }>('POST', '/orders/add/', { token: buyer.token, body })
    orders.push(data._id)
    const writer = await shop.newCustomer()
    const profile = { name: text, email: writer.email }
    await shop.api('PUT', '/users/profile/update/', { token: writer.token, body: profile })
    // all on one product, so that its page shows every one of them
    const review = { rating: 3, comment: text }
    await shop.api('POST', `/fishes/${fishes[0]?.id}/reviews/`, { token: writer.token, body: review })
  }
  return { shop, fishes, buyer, orders }
}

const test = base.extend<{ deeds: string[] }, { hostile: HostileShop }>({
  hostile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const shop = await openShop({ CATALOGUE: 'empty' })
      await use(await fill(shop))
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ hostile }, use) => use(hostile.shop.url),
  /** dialogs, violations of the content security policy, and requests to other servers; any of them fails the test */
  deeds: [
    async ({ page, hostile }, use) => {
      const deeds: string[] = []
      page.on('dialog', async (dialog) => {
        deeds.push(`dialog: ${dialog.message()}`)
        await dialog.dismiss()
      })
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== hostile.shop.url) deeds.push(`asked for ${request.url()}`)
      })
      page.on('console', (message) => {
        if (/Content.Security.Policy|Refused to/i.test(message.text())) deeds.push(message.text())
      })
      await page.exposeFunction('noteViolation', (what: string) => deeds.push(`policy: ${what}`))
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          // defined by exposeFunction above
          const { noteViolation } = window as unknown as { noteViolation: (what: string) => void }
          noteViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
        })
      })
      await use(deeds)
      expect(deeds).toEqual([])
    },
    { auto: true },
  ],
})

/** The traces that the texts would leave if any of them were executed or rendered as markup. */
async function nothingGrew(page: Page, screen: string) {
  const grown = await page.evaluate(() => {
    const found = document.querySelectorAll('.hostile, [onerror], [onload], [onfocus], [ontoggle], iframe, base, math')
    const refresh = document.querySelectorAll('meta[http-equiv=refresh], a[href^="javascript:"]')
    return { found: [...found, ...refresh].map((node) => node.outerHTML.slice(0, 200)), ran: 'hostile' in window }
  })
  expect([screen, grown]).toEqual([screen, { found: [], ran: false }])
}

async function visit(page: Page, path: string, shows: string) {
  await page.goto(`#${path}`)
  await expect(page.locator('main, body').filter({ hasText: shows }).first()).toBeVisible()
  await nothingGrew(page, path)
}

const first = hostileTexts[0] ?? ''

test('hostile texts are only text for visitors and buyers', { tag: '@long' }, async ({ page, hostile }) => {
  test.setTimeout(180_000)
  await page.goto('#/')
  await nothingGrew(page, '/')
  await visit(page, `/products/${hostile.fishes[0]?.id}`, first)
  const newest = [...hostile.fishes].reverse()
  for (let at = 0; at < newest.length; at += business.listPerPage) {
    await visit(page, `/products?page=${at / business.listPerPage + 1}`, newest[at]?.text ?? '')
  }
  for (const text of hostileTexts.slice(0, 12)) {
    await page.goto(`#/products?keyword=${encodeURIComponent(text)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await nothingGrew(page, `a search for ${text}`)
  }
  await logIn(page, hostile.buyer)
  await visit(page, '/Order', 'Q-')
  for (const at of [0, 3, 10, 14, 40, 52]) {
    await page.goto(`#/order/${hostile.orders[at]}`)
    await expect(page.getByText((hostileTexts[at] ?? '').trim(), { exact: false }).first()).toBeVisible()
    await nothingGrew(page, `order ${at}`)
  }
})

test('hostile texts are only text for administrators', { tag: '@long' }, async ({ page, hostile }) => {
  test.setTimeout(180_000)
  // a network with an open stream is never idle
  await page.route('**/api/live/', (route) => route.fulfill({ status: 404 }))
  await signIn(page, hostile.shop, admin)
  for (const path of [
    '/dashboard',
    '/admin/order',
    '/admin/customers',
    '/admin/products',
    '/users',
    '/admin/messages',
    '/subscribes',
  ]) {
    await page.goto(`#${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await nothingGrew(page, path)
  }
})
