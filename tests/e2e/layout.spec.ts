import type { Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import { expectAccessible, expectNoSideways, lowTargets, show } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, logIn, type Shop, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const widths = [360, 768, 1000, 1200, 1280]
/** The longest name. */
const longNamed = {
  name: 'Whole round Atlantic horse mackerel, individually quick frozen, Donaudampfschifffahrtsgesellschaft',
  stock: 0,
}

async function withOrder(shop: Shop) {
  const customer = await shop.newCustomer()
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  // other tests create products without a picture
  const [first, second] = fishes.filter(({ image }) => image !== '')
  if (!first || !second) throw new Error('the catalogue is empty')
  const { data } = await shop.api<{ data: { _id: string } }>('POST', '/orders/add/', {
    token: customer.token,
    body: {
      orderItems: [
        { fishe: first._id, qty: 2.5 },
        { fishe: second._id, qty: 100_000 },
      ],
      shippingAddress: {
        phone: '+33 4 91 00 00 00',
        address: '12 quai des Belges',
        city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
        postalCode: '13001',
        country: 'France',
      },
    },
  })
  return { customer, fish: first._id, order: data._id }
}

test('the links and the language are reachable at every width', { tag: '@long' }, async ({ page }) => {
  await page.goto('/#/about')
  // a new screen closes the menu
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Quayside')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
    const menu = page.getByRole('button', { name: 'Menu' })
    if (await menu.isVisible()) await menu.click()
    const nav = page.getByRole('navigation', { name: 'Main menu' })
    for (const name of ['Home', 'Products', 'About', 'Contact', 'Login', 'SignUp'])
      await expect(nav.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
    if (await menu.isVisible()) {
      expect(await lowTargets(page)).toEqual([])
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(nav).toHaveCount(0)
    }
  }
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  for (const width of [320, ...widths]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSideways(page)
  }
})

test('a name of two lines in the cart does not overlap its packing on a phone', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  const inStock = fishes.filter(({ countInStock, size }) => countInStock > 0 && size !== '')
  const long = inStock.toSorted((a, b) => b.trade_name.length - a.trade_name.length)[0]
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto(`/#/cart/${long?._id}?qty=2`)
  const name = page.getByRole('main').getByRole('link', { name: long?.trade_name ?? '' })
  await expect(name).toBeVisible()
  const { lines, gap } = await name.evaluate((link) => {
    const words = document.createRange()
    words.selectNodeContents(link)
    const below = document.createRange()
    below.selectNodeContents(link.nextElementSibling ?? link)
    const rows = [...words.getClientRects()]
    return {
      lines: rows.length,
      gap: (below.getClientRects()[0]?.top ?? 0) - Math.max(...rows.map(({ bottom }) => bottom)),
    }
  })
  expect(lines).toBeGreaterThan(1)
  expect(gap).toBeGreaterThanOrEqual(2)
})

/** The dates in the main part that take more than one line at minimum width, and the number of all dates. */
function datesInPieces(page: Page): Promise<{ all: number; inPieces: string[] }> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) throw new Error('Every screen has a main part.')
    main.style.width = '14rem'
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const dates: { text: string; rows: number }[] = []
    while (texts.nextNode()) {
      const node = texts.currentNode
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(
        /\d\d-\d\d-\d{4}|\d{1,2} [A-Z][a-z]+ \d{4}/g,
      )) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        dates.push({ text, rows: new Set([...range.getClientRects()].map(({ top }) => top)).size })
      }
    }
    main.style.width = ''
    return { all: dates.length, inPieces: dates.filter(({ rows }) => rows > 1).map(({ text }) => text) }
  })
}

test('the order button is in the window before and after scrolling, and covers nothing that is read', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const {
    fishes: [fish],
  } = await shop.api<FishPage>('GET', '/fish/?per_page=1')
  await page.goto(`/#/products/${fish?._id}`)
  const order = page.getByRole('link', { name: 'Login to order' })
  await expect(order).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Quantity in tonnes').focus()
  await expect(order).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Quantity in tonnes')).toBeInViewport({ ratio: 1 })
  const [text, button] = await Promise.all([
    page.getByText('An order is a request for a quote').boundingBox(),
    order.boundingBox(),
  ])
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0)
})

test('a date does not break at its hyphens or spaces in a narrow container', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { customer, order } = await withOrder(shop)
  const look = async (paths: string[]) => {
    for (const path of paths) {
      await show(page, path)
      await expect.poll(async () => (await datesInPieces(page)).all, path).toBeGreaterThan(0)
      expect((await datesInPieces(page)).inPieces, path).toEqual([])
    }
  }
  await logIn(page, customer)
  await look(['/Order', `/order/${order}`, '/offline'])
  await page.getByRole('button', { name: customer.name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: customer.name })).toHaveCount(0)
  await logIn(page, admin)
  await shop.withProducts([longNamed], () => look(['/admin/log', `/order/${order}`]))
})

test('an order that is printed from a phone has its pictures', { tag: '@long' }, async ({ page, shop }) => {
  const { customer, order } = await withOrder(shop)
  await signIn(page, shop, customer)
  await page.goto(`/#/order/${order}`)
  await expect(page.getByText('ASK FOR A QUOTE')).toBeVisible()
  const pictures = async () => (await page.pdf({ format: 'A4' })).toString('latin1').includes('/Subtype /Image')
  // they are loaded after the text
  await expect.poll(pictures).toBe(true)
})

/** Applies print styles to the screen: over BiDi, Firefox cannot emulate print. */
function lookLikePaper(page: Page): Promise<void> {
  return page.evaluate(() => {
    const isPaper = (rule: CSSRule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print'
    const walk = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (isPaper(rule)) (rule as CSSMediaRule).media.mediaText = 'all'
        if (rule instanceof CSSGroupingRule) walk(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) walk(sheet.cssRules)
  })
}

test('in print an order has its two addresses side by side, whatever the width of the screen', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { customer, order } = await withOrder(shop)
  await signIn(page, shop, customer)
  await page.goto(`/#/order/${order}`)
  const place = (name: string) =>
    page
      .locator('article section')
      .filter({ has: page.getByRole('heading', { name }) })
      .boundingBox()
  const gap = async () => {
    const [billed, shipped] = [await place('Billed to'), await place('Deliver to')]
    return billed && shipped && billed.y === shipped.y ? shipped.x - billed.x - billed.width : undefined
  }
  await expect(page.getByText('ASK FOR A QUOTE')).toBeVisible()
  // on a phone's screen they are below each other
  await expect.poll(gap).toBeUndefined()
  await lookLikePaper(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(gap, `${width} px`).toBeGreaterThan(0)
  }
})

// only Chromium prints on the paper size of the page, and writes uncompressed PDF
test('a printed order is one page of A4', { tag: '@chromium' }, async ({ page, shop }) => {
  const { customer, order } = await withOrder(shop)
  await signIn(page, shop, customer)
  await page.goto(`/#/order/${order}`)
  await expect(page.getByText('ASK FOR A QUOTE')).toBeVisible()
  let pdf = ''
  // the style of parts below the first screen may come after the text
  await expect
    .poll(async () => {
      pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length
    })
    .toBe(1)
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])
})

test('a long name leaves the header whole', { tag: '@long' }, async ({ page, shop }) => {
  const buyer = { name: 'W'.repeat(80), email: 'long-name@example.org', password: 'a good password' }
  await shop.api('POST', '/users/register/', { body: buyer })
  await signIn(page, shop, buyer)
  await page.goto('/#/about')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: buyer.name })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Cart' })).toBeInViewport({ ratio: 1 })
    await expectNoSideways(page)
  }
})

// Firefox takes forced colours from its settings alone
test('with forced colours, which remove backgrounds, what is chosen is outlined', {
  tag: ['@chromium', '@long'],
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/#/products/category/fish')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await expect(categories.getByRole('link', { name: 'Fish' })).toHaveCSS('outline-style', 'solid')
  await expect(categories.getByRole('link', { name: 'All' })).toHaveCSS('outline-style', 'none')
})

test('a list of the device is where the reader has left it, after the way back from a row', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const ids: string[] = []
  while (ids.length < 6) ids.push((await deal.request(buyer, 1))._id)
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, shop, admin)
  await page.goto('/#/dashboard')
  await page.locator('#admin-nav').getByRole('link', { name: 'Orders' }).click()
  // other tests have requests in this shop, too
  const rows = page.locator(ids.map((id) => `#view-${id}`).join())
  await expect(rows).toHaveCount(6)
  await rows.last().scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(300)
  await rows.last().click()
  await expect(page.getByRole('heading', { name: /^Quote request/ })).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(place))
})
