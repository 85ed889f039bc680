import { dealIn } from './deal.ts'
import { expect, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

test.use({ viewport: { width: 360, height: 740 } })

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
