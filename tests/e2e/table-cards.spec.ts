import type { Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import { locales } from '../../contract/locales.ts'
import { expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

/** How far the table reaches over the right edge of its part of the screen, px. What has a scroll bar of its own counts as its box. */
const overhang = (page: Page) =>
  page.getByRole('table').evaluate((table) => {
    const frame = table.parentElement?.getBoundingClientRect().right ?? 0
    const head = table.querySelector('thead')
    const scrolls = head !== null && getComputedStyle(head).overflowX === 'auto'
    const all = [...table.querySelectorAll(scrolls ? 'thead, tbody, tbody *' : '*')]
    return Math.round(Math.max(0, ...all.map((each) => each.getBoundingClientRect().right - frame)))
  })

test('the board has rows of 56 px, of which the first is high on a tablet, in every language', {
  tag: '@long',
}, async ({ page, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id, reference } = await deal.request(buyer, 3, { parties: { company: 'Conserveries du Golfe de Gascogne' } })
  await deal.offer(_id, { price: 1_250_000, tonnes: 12.5 })
  await signIn(page, shop, admin)
  for (const locale of locales) {
    await page.evaluate((to) => localStorage.setItem('lng', to), locale)
    await page.goto(`/?${locale}#/admin/order?tab=offered`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    const row = page.getByRole('row').filter({ hasText: reference })
    for (const width of [768, 820, 1000, 1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(row).toBeVisible()
      await expectNoSideways(page)
      expect.soft(await overhang(page), `${locale} at ${width} px`).toBe(0)
      if (width === 360) continue
      const first = await page.getByRole('row').nth(1).boundingBox()
      expect.soft(Math.round(first?.height ?? 0), `${locale} at ${width} px`).toBeLessThanOrEqual(57)
      expect.soft(first?.y, `${locale} at ${width} px`).toBeLessThan(300)
    }
  }
})

test('keys move over the board, open a request and go to the search; columns sort it', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  for (const tonnes of [3, 1, 2]) await deal.request(buyer, 1, { qty: () => tonnes })
  await signIn(page, shop, admin)
  await page.goto(`/#/admin/order?tab=requested&keyword=${buyer.email}`)
  const tonnes = () => page.locator('tbody [data-col=tonnes]').allInnerTexts()
  await expect(page.getByRole('row')).toHaveCount(4)
  const title = page.getByRole('columnheader', { name: 'Tonnes' })
  await title.getByRole('button').click()
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText('Sorted by Tonnes, ascending')).toBeAttached()
  expect((await tonnes()).map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3])
  await expect(page).toHaveURL(/sort=tonnes/)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('searchbox')).toHaveValue(`${buyer.email}j`)
  await page.keyboard.press('Backspace')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = page.getByRole('row').nth(2).getByRole('link')
  await expect(second).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/#\/order\//)
})

test('a line of the cart is short on a phone, and the products are one press away', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  const some = fishes.filter(({ countInStock, image }) => countInStock > 0 && image !== '').slice(0, 3)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { _id, trade_name } of some) {
    await page.goto(`/#/cart/${_id}?qty=1`)
    await expect(page.getByRole('rowheader').filter({ hasText: trade_name })).toBeVisible()
  }
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(some.length)
  // a name of two lines has 21 px more
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeLessThanOrEqual(175)
  expect(Math.max(...heights)).toBeLessThanOrEqual(196)
  await page.getByRole('link', { name: 'Choose more products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused()
})

test('the products of the exporter fit, with what is promised of them, in every language', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id } = await deal.request(buyer, 3)
  const { events } = await deal.offer(_id)
  await deal.say(_id, { kind: 'accept', offer: events.at(-1)?._id ?? '' }, buyer.token)
  await signIn(page, shop, admin)
  for (const locale of locales) {
    await page.evaluate((to) => localStorage.setItem('lng', to), locale)
    await page.goto(`/?${locale}#/admin/products`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    for (const width of [768, 820, 1000, 1200, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByText(/^(promised|promis|comprometido)/i).first()).toBeVisible()
      await expectNoSideways(page)
      expect.soft(await overhang(page), `${locale} at ${width} px`).toBe(0)
    }
  }
})
