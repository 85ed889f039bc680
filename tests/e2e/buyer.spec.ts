import type { Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import type { Order } from '../../contract/orders.ts'
import { turn } from '../support/run.ts'
import { test as base, expect, fillAddress, type Shop, withoutWorker } from './shop.ts'

/** Besides uncaught errors, everything that the browser reports: a blocked style, a failed request, a warning of React. */
const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

test.use(withoutWorker)

// with animations
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function productNamed(shop: Shop, keyword: string) {
  const { fishes } = await shop.api<FishPage>('GET', `/fish/?keyword=${encodeURIComponent(keyword)}`)
  const fish = fishes[0]
  if (!fish) throw new Error(`no product for ${keyword}`)
  return fish
}

test('from the search on the home page to a request in the shop', { tag: ['@worker', ...turn(1, 2)] }, async ({
  page,
  shop,
}) => {
  const buyer = await shop.newCustomer()
  await page.goto('/')
  await expect(heading(page)).toHaveText('Fish and seafood for export, by the tonne')
  await expect(page.getByRole('region', { name: 'Trending' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search products' }).fill('octopus')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/#\/products\?keyword=octopus$/)
  await page.getByRole('link', { name: 'Common octopus' }).click()
  await expect(heading(page)).toHaveText('Common octopus')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Common octopus/)
  await page.getByRole('spinbutton', { name: 'Quantity in tonnes' }).fill('2,5')
  await page.getByRole('link', { name: 'Login to order' }).click()
  await expect(page).toHaveURL(/#\/login\?redirect=\/cart\/[\w-]+\?qty=2\.5$/)
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(buyer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/#\/cart$/)
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Common octopus' })
  await expect(quantity).toHaveValue('2.5')
  await quantity.fill('0')
  await expect(page.getByText('Enter tonnes above 0, at most 100,000, with at most 3 decimals.')).toBeVisible()
  await quantity.fill('4')
  await expect(page.getByRole('complementary').getByText('4 t')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed To Checkout' }).click()

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await fillAddress(page)
  await expect(page).toHaveURL(/#\/placeorder$/)
  await page.getByRole('button', { name: 'Send Order' }).click()
  await expect(page).toHaveURL(/#\/order\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').pop() ?? ''

  await expect(page.getByText('ASK FOR A QUOTE')).toBeVisible()
  await expect(page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m$/)).toBeVisible()
  await expect(page.getByText(buyer.email)).toBeVisible()
  await expect(page.getByText('12 quai des Belges, Marseille, 13001, France')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()

  const mine = await shop.api<{ data: Order[] }>('GET', '/orders/myorders/', { token: buyer.token })
  expect(mine.data.map(({ _id, orderItems }) => ({ _id, qty: orderItems[0]?.qty }))).toEqual([{ _id: id, qty: 4 }])
  await expect(heading(page)).toHaveText(`Quote request ${mine.data[0]?.reference}`)

  await page.getByRole('button', { name: buyer.name }).click()
  await page.getByRole('menuitem', { name: 'My orders' }).click()
  await expect(heading(page)).toHaveText('My orders')
  await page.getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(new RegExp(`#/order/${id}$`))
})

test('a visitor does not lose cart and address at the login', { tag: '@long' }, async ({ page, shop }) => {
  const buyer = await shop.newCustomer()
  const { _id } = await productNamed(shop, 'octopus')
  await page.goto('/#/placeorder')
  await expect(page.getByRole('alert')).toContainText('Your cart is empty')
  await page.goto(`/#/cart/${_id}`)
  await page.getByRole('button', { name: 'Proceed To Checkout' }).click()
  await fillAddress(page)
  await expect(page.getByRole('button', { name: 'Send Order' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Login to order' }).click()
  await expect(page).toHaveURL(/#\/login\?redirect=\/placeorder$/)
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(buyer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Send Order' })).toBeEnabled()
  await expect(page.getByText('12 quai des Belges')).toBeVisible()
})
