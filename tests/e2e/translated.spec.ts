import type { Page } from '@playwright/test'
import { translatePage } from '../support/translator.ts'
import { dayIn, dealIn, shownDay } from './deal.ts'
import { admin, expect, type Shop, savedOrders, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)
// the shop's own
test.use({ timezoneId: 'UTC' })

const screens = {
  visitor: ['/', '/products', '/cart', '/contact', '/about', '/login', '/register', '/offline', '/terms'],
  buyer: ['/', '/products', '/cart', '/Order', '/drafts', '/profile', '/offline', '/contact'],
  exporter: [
    ...['/dashboard', '/admin/products', '/admin/import', '/admin/order', '/admin/order?tab=all', '/users'],
    ...['/admin/messages', '/admin/shop', '/admin/log', '/admin/webhooks', '/admin/keys', '/subscribes'],
  ],
}

async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.locator('main [role=status]:has(.spinner, .chakra-spinner), [aria-busy=true]')).toHaveCount(0)
}

/** Translates the open page as browsers do, each word marked, and what changes later, too. */
const translate = (page: Page) =>
  page.evaluate(`(${translatePage.toString()})(document.body, (words) => words.replace(/\\p{L}+/gu, '$&\u02bc'))`)

/** The words of the screen, without how long ago things were. */
const wordsOf = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) => (main.textContent ?? '').replaceAll('\u02bc', '').replace(/now|\d+ seconds? ago/g, ''))
/** All amounts, days and days left, as often as they are shown. */
const numbersOf = async (page: Page) => (await wordsOf(page)).match(/€[\d,.]+|\d+ \p{L}+ \d{4}|\d+ more days/gu)

async function signInAs(who: keyof typeof screens, { page, shop }: { page: Page; shop: Shop }) {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const { _id, orderItems } = await deal.request(buyer, 2)
  await deal.offer(_id)
  if (who === 'buyer') await signIn(page, shop, buyer)
  if (who === 'exporter') await signIn(page, shop, admin)
  return [`/products/${orderItems[0]?.fishe}`, ...screens[who], ...(who === 'visitor' ? [] : [`/order/${_id}`])]
}

for (const who of ['visitor', 'buyer', 'exporter'] as const)
  test(`a translated page says on each screen what the plain one says: ${who}`, {
    tag: '@long',
  }, async ({ page, context, shop }) => {
    const paths = await signInAs(who, { page, shop })
    const plain = await context.newPage()
    for (const each of [plain, page]) {
      await each.goto('/#/P404')
      await expect(each.locator('main h1')).toBeVisible()
    }
    await translate(page)
    for (const path of paths) {
      await Promise.all([page, plain].map((each) => go(each, path)))
      const both = async () => {
        const [translated, expected] = await Promise.all([wordsOf(page), wordsOf(plain)])
        return translated === expected || { translated, expected }
      }
      await expect.poll(both, { message: path, timeout: 8000 }).toBe(true)
    }
  })

test('a second offer on a translated page stands there alone', { tag: '@long' }, async ({ page, shop }) => {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const { _id } = await deal.request(buyer, 2)
  await deal.offer(_id, { price: 123_400, days: 7 })
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${_id}`)
  const main = page.locator('main')
  const current = page.locator('[aria-labelledby=our-offer]')
  await expect(page.getByRole('button', { name: 'Accept offer' })).toBeVisible()
  await savedOrders(page)
  await translate(page)
  await expect(main).toContainText('Acceptʼ offerʼ')
  await deal.offer(_id, { price: 567_800, days: 9 })
  await expect(current).toContainText('€22,962.00')
  const numbers = await numbersOf(page)
  const shown = ((await current.textContent()) ?? '').replaceAll('\u02bc', '')
  expect(shown).toContain('€5,678.00')
  expect(shown).toContain(shownDay(dayIn(9)))
  // the differences name the old ones beside the new ones, the offer itself only its own
  const sheet = (await current.locator('dl, table').allTextContents()).join(' ').replaceAll('\u02bc', '')
  expect(sheet).not.toMatch(/1,234|5,186|valid for 7/)
  expect(sheet).not.toContain(shownDay(dayIn(7)))
  await page.reload()
  await expect(current).toContainText('€22,962.00')
  await expect.poll(() => numbersOf(page)).toEqual(numbers)
})
