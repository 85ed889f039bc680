import type { Page } from '@playwright/test'
import { oneInTurn } from '../support/run.ts'
import { expectAccessible, expectNoSideways, lowTargets, show, tooWide } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, test as base, expect, noWorkerNote, type Shop, signIn, withoutWorker } from './shop.ts'

/** Messages of the browser fail these tests, warnings too, but not those about calls that are refused or offline. */
const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        const text = message.text()
        if (!['error', 'warning'].includes(message.type()) || text === noWorkerNote) return
        if (!/^Failed to load resource/.test(text)) complaints.push(text)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

test.use(withoutWorker)
test.setTimeout(400_000)

const forVisitors = [
  ...['/', '/products', '/products/category/seafood', '/products/category/whales', '/products?keyword=zzzz', '/cart'],
  ...['/about', '/contact', '/terms', '/privacy', '/imprint', '/P404', '/nowhere/at/all'],
  ...['/login', '/forgot', '/reset/wrong', '/invitation/wrong', '/register', '/activation/1'],
]
const forBuyers = ['/', '/cart', '/drafts', '/shipping', '/placeorder', '/offline', '/profile', '/Order']
const forAdmins = [
  ...['/dashboard', '/admin/products', '/admin/import', '/admin/order', '/users', '/admin/order?tab=all'],
  ...[
    '/admin/messages',
    '/admin/shop',
    '/admin/customers',
    '/admin/request',
    '/admin/log',
    '/admin/lots',
    '/admin/lots/import',
    '/admin/webhooks',
    '/admin/keys',
    '/subscribes',
    '/profile',
  ],
]

const longNamed = {
  name: 'Whole round Atlantic horse mackerel, individually quick frozen, Donaudampfschifffahrtsgesellschaft',
  stock: 0,
}

/** Signs a person in and returns the addresses of this person's screens; `made` is a product with the longest name. */
async function screensOf(
  who: 'visitor' | 'buyer' | 'exporter',
  { page, shop, made }: { page: Page; shop: Shop; made: string },
) {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const { _id, orderItems } = await deal.request(buyer, 2)
  await deal.offer(_id)
  const product = `/products/${orderItems[0]?.fishe}`
  if (who === 'exporter') {
    await signIn(page, shop, admin)
    return [...forAdmins, `/admin/customers/${_id}`, `/order/${_id}`, product]
  }
  if (who === 'visitor') return [product, ...forVisitors, `/products/${made}`, `/cart/${made}?qty=99999.999`]
  await signIn(page, shop, buyer)
  return [product, ...forBuyers, `/order/${_id}`, `/cart/${orderItems[0]?.fishe}?qty=3`]
}

/** Opens the app on a screen that no test is about. */
async function start(page: Page) {
  await page.goto('/#/P404')
  await expect(page.locator('main h1')).toBeVisible()
}

/**
 * Names that two buttons, or links to two places, have on the screen: a list of them tells nobody which is which.
 * Sessions of one browser in one minute differ in nothing that a person knows.
 */
async function namedAlike(page: Page): Promise<string[]> {
  const lines = (await page.locator('main').ariaSnapshot()).split('\n')
  const places = new Map<string, Set<string>>()
  for (const [at, line] of lines.entries()) {
    const name = /- '?((?:button|link) "(?:[^"\\]|\\.)+")/.exec(line)?.[1]
    const place = / \/url: (.+)/.exec(lines[at + 1] ?? '')?.[1] ?? String(at)
    if (name) places.set(name, (places.get(name) ?? new Set()).add(place))
  }
  return [...places].flatMap(([name, at]) => (at.size > 1 && !name.startsWith('button "End ') ? [name] : []))
}

for (const who of oneInTurn(['visitor', 'buyer', 'exporter'] as const))
  for (const width of [360, 820, 1280])
    test(`every screen fits and is accessible: ${who} at ${width} px`, {
      tag: width === 360 ? [] : ['@long'],
    }, async ({ page, shop }) => {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
      await shop.withProducts([longNamed], async ([made]) => {
        const screens = await screensOf(who, { page, shop, made: made?._id ?? '' })
        await start(page)
        for (const path of screens) {
          await show(page, path)
          await expectNoSideways(page)
          // what is still being laid out has its height a moment later
          await expect.poll(() => lowTargets(page), path).toEqual([])
          if (width < 1280) await expect.poll(() => tooWide(page), `${path} at 200 %`).toEqual([])
          if (width === 360) expect.soft(await namedAlike(page), path).toEqual([])
          if (width === 360) await expectAccessible(page, { colours: true })
        }
      })
      if (who === 'visitor') return
      await page.locator('#account-button').click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
      expect(await lowTargets(page)).toEqual([])
      await expectAccessible(page, { colours: true })
    })
