import type { Locator, Page } from '@playwright/test'
import type { Order } from '../../contract/orders.ts'
import { turn } from '../support/run.ts'
import { admin, expect, logIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Checks that the focused element, or the card or frame that shows its focus, has a focus ring. */
async function expectRing(page: Page): Promise<void> {
  const ring = await page.evaluate(() => {
    const at = document.activeElement
    const shown = [at, at?.closest('.card'), at?.closest('.language')].filter((each) => each != null)
    return shown.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
  })
  expect(ring, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toBe(true)
}

/**
 * Presses Tab until the element has the focus, and checks the ring at every stop. After the last element the focus is in the
 * browser's toolbar, and Firefox then shows no ring in the page: earlier elements are reached backwards.
 */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press(key)
    await expectRing(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not come to ${target}`)
}

async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name, exact: true }))
  await page.keyboard.type(text)
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }))

test('a quote request needs no mouse, from the search to the printed sheet', { tag: turn(0, 2) }, async ({
  page,
  shop,
}) => {
  const buyer = await shop.newCustomer()
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await expect(page.locator('#bars')).toBeAttached()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeFocused()
  await page.keyboard.type('octopus')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/keyword=octopus/)
  await expect(heading(page)).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Common octopus' }))
  await expect(heading(page)).toHaveText('Common octopus')
  await expect(heading(page)).toBeFocused()

  await tabTo(page, page.getByRole('spinbutton', { name: 'Quantity in tonnes' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2.5')
  await press(page, page.getByRole('link', { name: 'Login to order' }))
  await expect(heading(page)).toHaveText('Login')
  await expect(heading(page)).toBeFocused()
  await typeInto(page, 'Email', buyer.email)
  await typeInto(page, 'Password', buyer.password)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Cart')
  await expect(heading(page)).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Proceed To Checkout' }))
  await expect(heading(page)).toHaveText('Delivery')
  await typeInto(page, 'Phone', '+33 4 91 00 00 00')
  await typeInto(page, 'Address', '12 quai des Belges')
  await typeInto(page, 'City', 'Marseille')
  await typeInto(page, 'Postal code', '13001')
  await typeInto(page, 'Country', 'France')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Check and send')
  await expect(heading(page)).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Send Order' }))
  await expect(heading(page)).toHaveText(/^Quote request Q-/)
  await expect(heading(page)).toBeFocused()
  // the screen comes after eight seconds even if the shop has not answered yet
  await expect(page.getByText(/^Sent \d/)).toBeVisible()
  const mine = await shop.api<{ data: Order[] }>('GET', '/orders/myorders/', { token: buyer.token })
  expect(mine.data.map(({ orderItems }) => orderItems.map(({ qty }) => qty))).toEqual([[2.5]])
})

test('menus are opened, navigated and closed by keyboard, and restore the focus', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const buyer = await shop.newCustomer()
  await logIn(page, buyer)
  // the first key after a log-in must come after the heading has the focus
  await expect(heading(page)).toBeFocused()
  const account = page.getByRole('button', { name: buyer.name })
  await press(page, account, 'Shift+Tab')
  const active = (name: string) => expect(page.getByRole('menuitem', { name })).toHaveAttribute('data-highlighted', '')
  // the menu has the focus and names the entry
  await expect(page.getByRole('menu')).toBeFocused()
  await active('My orders')
  await page.keyboard.press('ArrowDown')
  await active('Profile')
  const named = await page.getByRole('menu').getAttribute('aria-activedescendant')
  expect(await page.getByRole('menuitem', { name: 'Profile' }).getAttribute('id')).toBe(named)
  await page.keyboard.press('End')
  await active('Logout')
  await page.keyboard.press('ArrowDown')
  await active('My orders')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/Order/)
  await expect(heading(page)).toBeFocused()
  await press(page, account, 'Shift+Tab')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(account).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'About' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'About' })).toBeHidden()
  await expect(menu).toBeFocused()
})

test('a dialog traps the focus and restores it', { tag: '@long' }, async ({ page }) => {
  await logIn(page, admin)
  await page.goto('/#/admin/products')
  // a new screen focuses its heading, which would take the focus from the button
  await expect(heading(page)).toHaveText('Products')
  await expect(heading(page)).toBeFocused()
  const add = page.getByRole('button', { name: 'Add product' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New product' })
  await expect(dialog.getByRole('textbox', { name: 'Trade name', exact: true })).toBeFocused()
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  for (const key of ['Shift+Tab', ...Array<string>(30).fill('Tab')]) {
    await page.keyboard.press(key)
    expect(await inside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
})

test('with reduced motion nothing is animated', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const trending = page.getByRole('region', { name: 'Trending' })
  await expect(trending).toBeVisible()
  await trending.getByRole('button', { name: 'Next' }).click()
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getTiming().duration) > 1)
        .map((each) => (each instanceof CSSAnimation ? each.animationName : each.constructor.name)),
    )
  expect(await moving()).toEqual([])
  // a very short transition would be wrong: with it every change of a colour would still animate
  expect(await page.evaluate(() => getComputedStyle(document.body).transitionDuration)).toBe('0s')
  await page.getByRole('textbox', { name: 'Email' }).fill('not gmail')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  expect(await moving()).toEqual([])
})
