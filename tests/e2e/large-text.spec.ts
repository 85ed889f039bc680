import { admin, expect, logIn, test } from './shop.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('text of 130 % neither scrolls sideways nor cuts Logout', async ({ page, shop }) => {
  await logIn(page, await shop.newCustomer())
  for (const path of ['/Order', '/profile', '/cart', '/']) {
    await page.goto(`/#${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    if (path === '/Order')
      await expect(page.locator('nav').getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  }
  await page.locator('#account-button').click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
})

test('neither do the screens of an administrator', async ({ page }) => {
  await logIn(page, admin)
  for (const path of ['/dashboard', '/admin/shop', '/admin/order']) {
    await page.goto(`/#${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.fontSize = '130%'))
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})
