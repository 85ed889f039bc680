import type { Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import { locales } from '../../contract/locales.ts'
import { expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

/** How far the table reaches over the right edge of its part of the screen, px. */
const overhang = (page: Page) =>
  page.getByRole('table').evaluate((table) => {
    const frame = table.parentElement?.getBoundingClientRect().right ?? 0
    return Math.round(
      Math.max(0, ...[...table.querySelectorAll('*')].map((each) => each.getBoundingClientRect().right - frame)),
    )
  })

/** An element's text as the lines in which it is shown. */
const linesOf = (element: Element) => {
  const range = document.createRange()
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    for (const at of (node.textContent ?? '').split('').keys()) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, (lines.get(top) ?? '') + range.toString())
    }
  }
  return [...lines.values()]
}

test('the board fits a tablet in every language, and an e-mail breaks only before its sign', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id } = await deal.request(buyer, 3)
  await deal.offer(_id, { price: 1_250_000, tonnes: 12.5 })
  await signIn(page, shop, admin)
  for (const locale of locales) {
    await page.evaluate((to) => localStorage.setItem('lng', to), locale)
    await page.goto(`/?${locale}#/admin/order?tab=offered`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    const email = page.getByRole('cell').getByText(buyer.email)
    for (const width of [768, 820, 1000, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(email).toBeVisible()
      await expectNoSideways(page)
      expect.soft(await overhang(page), `${locale} at ${width} px`).toBe(0)
      const [name, ...rest] = await email.evaluate(linesOf)
      expect
        .soft([[buyer.email], buyer.email.split(/(?=@)/)], `${locale} at ${width} px`)
        .toContainEqual([name, ...rest])
    }
    // on a phone nothing of a cell is below its title
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(email).toBeVisible()
    const ragged = await page.getByRole('cell').evaluateAll((cells) =>
      cells
        .filter((cell) => getComputedStyle(cell).gridTemplateColumns.split(' ').length > 1)
        .filter(({ children }) => new Set([...children].map((each) => each.getBoundingClientRect().left)).size > 1)
        .map(({ textContent }) => textContent),
    )
    expect.soft(ragged, `${locale} on a phone`).toEqual([])
  }
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
