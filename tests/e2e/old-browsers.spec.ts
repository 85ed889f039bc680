import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, savedForOffline, signIn, test } from './shop.ts'

/*
 * The oldest browsers that the shop supports, and older ones, simulated by removing features from a current one.
 */

test('a browser that is too old shows a message in three languages and does not run the app', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
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
  await dealIn(shop).request(await shop.newCustomer(), 1)
  // browsers drop declarations that they cannot parse
  await page.addInitScript(() => {
    const { insertRule } = CSSStyleSheet.prototype
    CSSStyleSheet.prototype.insertRule = function (rule, at) {
      return insertRule.call(this, rule.replace(/content:[^;}]*\/\s*""/g, '--unread: 1'), at)
    }
  })
  await signIn(page, shop, admin)
  await page.goto('/#/dashboard')
  const created = page.getByRole('row').last().getByRole('cell').nth(1)
  const title = () => created.evaluate((cell) => getComputedStyle(cell, '::before').content)
  // Firefox returns it as written
  await expect.poll(title).toMatch(/^("Created"|attr\(data-title\))$/)
})

test('without small features of newer browsers the shop opens and saves the catalogue', {
  tag: '@long',
}, async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(AbortSignal, 'any')
    Reflect.deleteProperty(window, 'requestIdleCallback')
  })
  await page.goto('/')
  await savedForOffline(page)
  await page.goto('/#/offline')
  await expect(page.getByText(/^\d+ products, complete$/)).toBeVisible()
  await page.goto('/#/products?keyword=hake')
  await expect(page.getByRole('main').getByRole('link', { name: /hake/i }).first()).toBeVisible()
  expect(errors).toEqual([])
})
