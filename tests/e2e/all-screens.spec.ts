import type { Page } from '@playwright/test'
import { dealIn } from './deal.ts'
import { admin, expect, type Shop, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)
test.setTimeout(400_000)

const forAll = [
  ...['/', '/products', '/products/category/fish', '/cart', '/drafts', '/shipping', '/placeorder', '/offline'],
  ...['/about', '/contact', '/terms', '/privacy', '/imprint', '/P404'],
]
const forVisitors = ['/login', '/forgot', '/reset/wrong', '/invitation/wrong', '/register', '/activation/1']
const forAdmins = [
  ...['/dashboard', '/admin/products', '/admin/import', '/admin/order', '/admin/order?tab=all', '/users'],
  ...['/admin/messages', '/admin/shop', '/admin/log', '/admin/webhooks', '/admin/keys', '/subscribes', '/profile'],
]

/** Signs a person in and returns the addresses of this person's screens. */
async function screensOf(who: 'visitor' | 'buyer' | 'exporter', { page, shop }: { page: Page; shop: Shop }) {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const { _id, orderItems } = await deal.request(buyer, 2)
  await deal.offer(_id)
  const product = `/products/${orderItems[0]?.fishe}`
  if (who === 'exporter') {
    await signIn(page, shop, admin)
    return [...forAdmins, `/order/${_id}`, product]
  }
  if (who === 'visitor') return [...forAll, ...forVisitors, product, `/cart/${orderItems[0]?.fishe}?qty=3`]
  await signIn(page, shop, buyer)
  return [product, ...forAll, '/profile', '/Order', `/order/${_id}`, `/cart/${orderItems[0]?.fishe}?qty=3`]
}

/** Opens the app on a screen that no test is about. */
async function start(page: Page) {
  await page.goto('/#/P404')
  await expect(page.locator('main h1')).toBeVisible()
}

async function show(page: Page, path: string) {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    location.hash = to
  }, path)
  await expect(page.locator('main h1').first()).toBeFocused()
  await expect(page.locator('main [role=status]:has(.spinner, .chakra-spinner), [aria-busy=true]')).toHaveCount(0)
}

/** Fields and buttons of the screen of which something else takes the middle when they are scrolled into view. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = 'input:not([type=hidden]), select, textarea, button'
    return [...document.querySelectorAll<HTMLElement>(`main :is(${selector})`)].flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest('[hidden], [inert]')) return []
      target.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      if (width < 8 || height < 8) return []
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      const isIt =
        found && (target.contains(found) || found.contains(target) || found.closest('label')?.contains(target))
      return isIt ? [] : [`${target.outerHTML.slice(0, 90)} under ${found?.outerHTML.slice(0, 90)}`]
    })
  })
}

/** Puts one more bar to those of the connection and of new versions, or takes it away. */
async function setBar(page: Page, isThere: boolean) {
  const height = await page.evaluate((there) => {
    document.getElementById('a-bar')?.remove()
    const bar = Object.assign(document.createElement('p'), { id: 'a-bar', textContent: 'A bar' })
    bar.style.cssText = 'padding: 1rem; background: gold'
    if (there) document.getElementById('bars')?.append(bar)
    return document.getElementById('bars')?.offsetHeight
  }, isThere)
  const bars = () => document.documentElement.style.getPropertyValue('--bars')
  await expect.poll(() => page.evaluate(bars)).toBe(`${height}px`)
}

for (const who of ['visitor', 'buyer', 'exporter'] as const)
  for (const width of [360, 820, 1280])
    test(`nothing lies over a field: ${who} at ${width} px`, { tag: width === 360 ? [] : ['@long'] }, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
      const screens = await screensOf(who, { page, shop })
      await start(page)
      for (const path of screens) {
        await show(page, path)
        expect.soft(await covered(page), path).toEqual([])
        await setBar(page, true)
        expect.soft(await covered(page), `${path} with a bar`).toEqual([])
        await setBar(page, false)
      }
    })

/** Elements that are wider than the window, and texts that are cut. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const over = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1 && !scrolls(each.parentElement),
    )
    return [`${scrollWidth} px`, ...over.slice(-3).map((each) => each.outerHTML.slice(0, 160))]
  })
}

for (const who of ['visitor', 'buyer', 'exporter'] as const)
  test(`text of 200 % does not scroll sideways: ${who}`, async ({ page, shop }) => {
    const screens = await screensOf(who, { page, shop })
    await start(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    for (const path of screens) {
      await show(page, path)
      expect.soft(await tooWide(page), path).toEqual([])
    }
  })
