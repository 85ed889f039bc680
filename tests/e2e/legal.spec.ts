import { turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { admin, expect, openShop, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

/* Terms, privacy and imprint: written in the settings, read by everybody, also offline; consent at the registration. */

// a shop of its own, since others register without consent
const shopTest = test.extend<object, { shop: Awaited<ReturnType<typeof openShop>> }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await openShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

shopTest.use(withoutWorker)

const texts = {
  en: '# Who we are\n\nQuayside, Dakar.\nWrite to desk@quay.example or see https://quay.example/more.\n\n<b>plain</b>',
  fr: 'Nous vendons du poisson.',
  es: '',
}

shopTest('without texts there are no links, and the page says so', { tag: '@long' }, async ({ page }) => {
  await page.goto('/#/imprint')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
  await expect(page.getByText('The shop has not written anything here.')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })).toHaveCount(0)
  await expectAccessible(page)
})

// Firefox over BiDi cannot turn scripts off
shopTest(
  'an administrator writes a page, which everybody reads, also offline',
  { tag: ['@chromium', '@worker', ...turn(2, 3)] },
  async ({ page, shop, browser }) => {
    await signIn(page, shop, admin)
    await page.goto('/#/admin/shop')
    await page.getByRole('button', { name: 'Imprint' }).click()
    await page.getByRole('textbox', { name: 'Imprint (English)' }).fill(texts.en)
    const form = page.getByRole('form', { name: 'Imprint' })
    await form.getByRole('tab', { name: 'French' }).click()
    await page.getByRole('textbox', { name: 'Imprint (French)' }).fill(texts.fr)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The text was saved.')).toBeVisible()
    await expectAccessible(page)
    // the whole form of the settings is still saved beside it
    await page.getByRole('textbox', { name: 'Street' }).fill('Quai 12')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('The settings were saved.')).toBeVisible()

    const context = await browser.newContext({ baseURL: shop.url })
    const reader = await context.newPage()
    await reader.goto('/#/products')
    await savedForOffline(reader)
    await reader.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
    await expect(reader.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible()
    await expect(reader.getByRole('link', { name: 'desk@quay.example' })).toHaveAttribute(
      'href',
      'mailto:desk@quay.example',
    )
    await expect(reader.getByRole('link', { name: 'https://quay.example/more', exact: true })).toBeVisible()
    await expect(reader.getByText('<b>plain</b>')).toBeVisible()
    await context.setOffline(true)
    await reader.reload()
    await expect(reader.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible()
    await context.close()

    const plain = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false, locale: 'fr-FR' })
    const without = await plain.newPage()
    await without.goto('/p/')
    await without.getByRole('link', { name: 'Mentions légales' }).click()
    await expect(without.getByText(texts.fr)).toBeVisible()
    await plain.close()
  },
)
