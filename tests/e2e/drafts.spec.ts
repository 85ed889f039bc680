import type { Page } from '@playwright/test'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import { turn } from '../support/run.ts'
import { expect, type Shop, savedForOffline, storedRows, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

// with animations
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const draft = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Drafts' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

async function putIntoCart(page: Page, fish: Fish | undefined, qty = 1) {
  await page.goto(`/#/cart/${fish?._id}?qty=${qty}`)
  await expect(page).toHaveURL(/#\/cart$/)
  await expect(page.getByRole('button', { name: `Remove ${fish?.trade_name}` })).toBeVisible()
}

async function saveAs(page: Page, name: string) {
  await page.goto('/#/drafts')
  await page.getByRole('textbox', { name: 'Name of the draft' }).fill(name)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(draft(page, name)).toBeVisible()
}

const some = async (shop: Shop) => (await shop.api<FishPage>('GET', '/fish/?per_page=6')).fishes

test('a cart becomes a draft and is restored, and the present cart is saved, also across two tabs and offline', {
  tag: ['@worker', ...turn(0, 3)],
}, async ({ page, context, shop }) => {
  const [one, two] = await some(shop)
  await page.goto('/')
  await savedForOffline(page)
  await putIntoCart(page, one, 3)
  const other = await context.newPage()
  await other.goto('/#/drafts')
  await expect(other.getByText('1 product', { exact: true })).toBeVisible()
  await saveAs(page, 'Friday')
  await expect(draft(other, 'Friday')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()

  await context.setOffline(true)
  await putIntoCart(page, two, 5)
  await other.getByRole('button', { name: 'Open Friday' }).click()
  await expect(other.getByText('“Friday” is in the cart now.')).toBeVisible()
  await page.goto('/#/drafts')
  await expect(draft(page, 'Friday')).toHaveCount(0)
  const aside = page.getByRole('listitem').filter({ hasText: /Cart of \d{1,2} [A-Z][a-z]+ \d{4}/ })
  await expect(aside).toContainText(two?.trade_name ?? '')
  await page.goto('/#/cart')
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${one?.trade_name}` })).toHaveValue('3')
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${one?.trade_name}` })).toHaveValue('3')
})

test('a draft is renamed, copied, deleted and restored', { tag: '@long' }, async ({ page, shop }) => {
  const [one] = await some(shop)
  await page.goto('/')
  await putIntoCart(page, one, 2.5)
  await saveAs(page, 'Weekly')
  const rename = page.getByRole('button', { name: 'Rename Weekly' })
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name of the draft' })
  // a discarded name does not come back
  await rename.click()
  await field.fill('Never')
  await page.keyboard.press('Escape')
  await rename.click()
  await expect(field).toHaveValue('Weekly')
  await field.fill('Every week')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(draft(page, 'Every week')).toContainText('2.5')
  await page.getByRole('button', { name: 'Duplicate Every week' }).click()
  await expect(draft(page, 'Every week (copy)')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Every week', exact: true }).click()
  // the offer to undo disappears after some seconds
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(draft(page, 'Every week')).toBeVisible()
  await expect(page.getByText('“Every week” was deleted.')).toHaveCount(0)
})

test('an opened draft shows what has changed meanwhile', { tag: ['@worker', '@long'] }, async ({ page, shop }) => {
  const token = await shop.adminToken()
  const names = ['An old name', 'The last tonne', 'The last of its kind']
  await shop.withProducts(
    names.map((name) => ({ name })),
    async ([renamed, emptied, gone]) => {
      if (!renamed || !emptied || !gone) throw new Error('three were made')
      await page.goto('/')
      await savedForOffline(page)
      for (const fish of [renamed, emptied, gone]) await putIntoCart(page, fish)
      await saveAs(page, 'Old list')
      const put = (fish: Fish, given: Partial<Fish>) =>
        shop.api('PUT', `/fishes/update/${fish._id}/`, { token, body: { ...fish, ...given } })
      await put(renamed, { trade_name: 'A brand new name' })
      await put(emptied, { countInStock: 0 })
      await shop.api('DELETE', `/fishes/delete/${gone._id}/`, { token })
      const isSaved = async () => {
        // as when somebody looks at the page again
        await page.evaluate(() => void dispatchEvent(new Event('focus')))
        return (await storedRows<Fish>(page, 'fishes')).some(({ _id }) => _id === gone._id)
      }
      await expect.poll(isSaved).toBe(false)
      await page.goto('/#/drafts')
      await page.getByRole('button', { name: 'Open Old list' }).click()
      await expect(page.getByText(`${renamed.trade_name} is now called A brand new name.`)).toBeVisible()
      await expect(page.getByText(`${emptied.trade_name} is out of stock.`)).toBeVisible()
      await expect(page.getByText(`${gone.trade_name} is no longer sold.`)).toBeVisible()
    },
  )
})
