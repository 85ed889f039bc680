import type { Page } from '@playwright/test'
import { dealIn } from './deal.ts'
import { admin, expect, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

test.use({ viewport: { width: 360, height: 740 } })

/** In how many rows the buttons of the header stand. */
const rowsOfHeader = (page: Page) =>
  page.locator('.header-bar > .header-button').evaluateAll((buttons) => {
    const tops = buttons.map((button) => button.getBoundingClientRect().top)
    return new Set(tops).size
  })

test('text of 130 % neither scrolls sideways nor cuts Logout', { tag: '@long' }, async ({ page, shop }) => {
  await signIn(page, shop, await shop.newCustomer())
  for (const path of ['/Order', '/profile', '/cart', '/']) {
    await page.goto(`/#${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await rowsOfHeader(page)).toBe(1)
    if (path === '/Order')
      await expect(page.locator('nav').getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  }
  await page.locator('#account-button').click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
})

test('the buttons of a line in the cart do not lie over each other, and the search box of the home page has room', {
  tag: '@long',
}, async ({ page, fishes }) => {
  await page.goto(`/#/cart/${fishes[0]?._id}?qty=3`)
  const quantity = page.getByRole('spinbutton', { name: /^Quantity of / })
  await expect(quantity).toHaveValue('3')
  await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
  await page.getByRole('button', { name: 'One tonne more' }).click()
  await expect(quantity).toHaveValue('4')
  await page.goto('/')
  await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(150)
})

test('a product on the sheet of a request keeps the width of the sheet', { tag: '@long' }, async ({ page, shop }) => {
  const buyer = await shop.newCustomer()
  const { _id, orderItems } = await dealIn(shop).request(buyer, 2)
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${_id}`)
  const name = page.getByRole('table', { name: 'Items' }).getByRole('link', { name: orderItems[0]?.name ?? '' })
  await expect(name).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
  // of 360 px; beside the other columns it had 45
  await expect.poll(() => name.evaluate((element) => element.closest('th')?.clientWidth)).toBeGreaterThan(200)
})

test('neither do the screens of an administrator', { tag: '@long' }, async ({ page, shop }) => {
  await signIn(page, shop, admin)
  for (const path of ['/dashboard', '/admin/shop', '/admin/order']) {
    await page.goto(`/#${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})
