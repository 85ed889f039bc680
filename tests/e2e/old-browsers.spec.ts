import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { expect, listensOutside, logIn, savedForOffline, signIn, test } from './shop.ts'

/*
 * The oldest browsers that the shop supports, and older ones, simulated by removing features from a current one.
 */

test('a browser that is too old shows a message in three languages and does not run the app', { tag: '@core' }, async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSPropertyRule'))
  const scripts: string[] = []
  page.on('request', (request) => void (/\.js$/.test(request.url()) && scripts.push(request.url())))
  for (const address of ['/', '/#/products']) {
    await page.goto(address)
    await page.reload()
    await expect(page.getByText('Your browser is too old for this shop.')).toBeVisible()
    await expect(page.getByText('Votre navigateur est trop ancien pour cette boutique.')).toBeVisible()
    await expect(page.getByText('Su navegador es demasiado antiguo para esta tienda.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'sales@quayside.example' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeHidden()
  }
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
})

test('without alternatives for `content` the cards of a list still have the titles of their values', {
  tag: '@long',
}, async ({ page, shop }) => {
  const buyer = await shop.newCustomer()
  await dealIn(shop).request(buyer, 1)
  // browsers drop declarations that they cannot parse
  await page.addInitScript(() => {
    const { insertRule } = CSSStyleSheet.prototype
    CSSStyleSheet.prototype.insertRule = function (rule, at) {
      return insertRule.call(this, rule.replace(/content:[^;}]*\/\s*""/g, '--unread: 1'), at)
    }
  })
  await signIn(page, shop, buyer)
  await page.goto('/#/Order')
  const created = page.getByRole('row').last().getByRole('cell').nth(1)
  const title = () => created.evaluate((cell) => getComputedStyle(cell, '::before').content)
  // Firefox returns it as written
  await expect.poll(title).toMatch(/^("Created"|attr\(data-title\))$/)
})

test('without popovers the menus still open and close', { tag: '@long' }, async ({ browser, shop }) => {
  const buyer = await shop.newCustomer()
  const context = await browser.newContext({
    serviceWorkers: 'block',
    baseURL: shop.url,
    viewport: { width: 360, height: 740 },
  })
  // renamed, popovers are unknown to markup, style and script of the page
  const isCode = ({ pathname }: URL) => /^\/$|\.(js|css)$/.test(pathname)
  await context.route(isCode, async (route) => {
    const response = await route.fetch()
    // the policy allows the page's scripts by their hashes
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers, body: (await response.text()).replaceAll('popover', 'nopover') })
  })
  const page = await context.newPage()
  await page.goto('/')
  const about = page.getByRole('link', { name: 'About' })
  await expect(about).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(about).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessible(page)
  await about.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Quayside')
  await expect(about).toBeHidden()

  await logIn(page, buyer)
  // a screen that comes closes the menus
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const account = page.getByRole('button', { name: buyer.name })
  await expect(page.getByRole('menu')).toBeHidden()
  await account.click()
  // this one needs no popover: it is loaded with its part of the app
  await expect(page.getByRole('menuitem', { name: 'My orders' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeFocused()
  await listensOutside(page)
  await page.mouse.click(20, 600)
  await expect(page.getByRole('menu')).toBeHidden()
  await account.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(account).toHaveCount(0)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('without small features of newer browsers the shop opens, but does not show the size of saved data', {
  tag: '@long',
}, async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  await page.addInitScript(() => {
    // the empty page before the shop's may lack it
    if ('StorageManager' in window) Reflect.deleteProperty(StorageManager.prototype, 'estimate')
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(AbortSignal, 'any')
    Reflect.deleteProperty(window, 'requestIdleCallback')
  })
  await page.goto('/')
  await savedForOffline(page)
  await page.goto('/#/offline')
  await expect(page.getByText(/^\d+ products, complete$/)).toBeVisible()
  await expect(page.getByText('Size of everything')).toHaveCount(0)
  await page.goto('/#/products?keyword=hake')
  await expect(page.getByRole('main').getByRole('link', { name: /hake/i }).first()).toBeVisible()
  expect(errors).toEqual([])
})
