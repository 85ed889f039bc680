import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const price = (page: Page) => page.getByRole('textbox', { name: /^Price per tonne of / })

test.describe('on the exporter’s tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, deviceScaleFactor: 1 })

  // only Chromium lets a test write the clipboard
  test('60 lines are priced by keyboard alone: pasted, filled, changed and undone', {
    tag: ['@chromium', '@long'],
  }, async ({ page, context, shop }) => {
    const deal = dealIn(shop)
    const order = await deal.request(await shop.newCustomer(), 60)
    // other tests may have deleted products of this shop
    const all = order.orderItems.length
    expect(all).toBeGreaterThan(50)
    await signIn(page, shop, admin)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url })
    await page.goto(`/#/admin/order?keyword=${order.reference}`)
    await page.getByRole('row').filter({ hasText: order.reference }).getByRole('link', { name: 'View' }).press('Enter')
    const make = page.getByRole('button', { name: 'Make an offer' })
    await expect(make).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const isReached = () => make.evaluate((element) => element === document.activeElement)
    let stops = 0
    while (stops < 10 && !(await isReached())) {
      await page.keyboard.press('Tab')
      stops++
    }
    expect(stops).toBeLessThanOrEqual(5)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Make an offer' })).toBeFocused()
    await expect(price(page)).toHaveCount(all)
    for (let at = 0; at < all; at++) await price(page).nth(at).fill('')

    const column = Array.from({ length: all - 2 }, (_, at) => (at === 3 ? 'on request' : `€ 1,${100 + at}.50`)).join(
      '\n',
    )
    await page.evaluate((text) => navigator.clipboard.writeText(text), column)
    await price(page).first().focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(price(page).first()).toHaveValue('1100.50')
    await expect(price(page).nth(3)).toHaveValue('on request')
    await expect(price(page).nth(all - 3)).toHaveValue(`${1100 + all - 3}.50`)
    await expect(price(page).nth(all - 2)).toHaveValue('')
    const tools = page.getByRole('group', { name: 'All prices' })
    await expect(tools.getByRole('status')).toHaveText(new RegExp(`^${all - 3} prices changed\\. Not a price: .+\\.$`))

    await tools.getByRole('textbox', { name: 'All prices, ± %' }).focus()
    await page.keyboard.type('-10')
    await page.keyboard.press('Enter')
    await expect(price(page).first()).toHaveValue('990.45')
    await expectAccessible(page)
    await expectNoSideways(page)
    const undo = tools.getByRole('button', { name: 'Undo' })
    await undo.press('Enter')
    await expect(price(page).first()).toHaveValue('1100.50')
    await undo.press('Enter')
    await expect(price(page).first()).toHaveValue('')
    await expect(undo).toHaveCount(0)
    await expect(tools).toBeFocused()
  })
})
