import { turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { expect, savedForOffline, test } from './shop.ts'

/*
 * The server's own pages of products: for visitors without scripts, search engines and chats. Everywhere else the app takes
 * over, also where its worker is installed.
 */

// in Firefox the driver cannot switch scripts off
test('a product can be read without scripts, in the language of the browser', {
  tag: '@chromium',
}, async ({ browser, shop, fishes }) => {
  const [fish] = fishes
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'fr-FR',
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await page.goto(`${shop.url}/p/${fish?._id}/any-name`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fish?.trade_name_fr ?? '')
  await expect(page.getByText('Conditionnement', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: fish?.trade_name_fr })).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  // the name of the shop is not broken letter by letter for the links beside it
  expect((await page.getByRole('link', { name: 'Quayside' }).boundingBox())?.height).toBeLessThanOrEqual(48)
  await page.getByRole('link', { name: 'ES' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fish?.trade_name_es ?? '')
  await page.getByRole('link', { name: 'Productos' }).click()
  await page.getByRole('searchbox', { name: 'Buscar productos' }).fill(fish?.trade_name_es ?? '')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('link', { name: fish?.trade_name_es, exact: true }).first().click()
  await expect(page).toHaveURL(/\/p\/[^/]+\/[^/]+\?lng=es$/)
  await context.close()
})

test('the pages are accessible', { tag: '@long' }, async ({ browser, shop, fishes }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (compatible; Searchbot/1.0)',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  for (const path of [`/p/${fishes[0]?._id}`, '/p/', '/p/unknown']) {
    await page.goto(shop.url + path)
    await expectAccessible(page)
  }
  await context.close()
})

test('the app takes over, with its worker too, and without a connection shows what is saved', {
  tag: turn(1, 3),
}, async ({ page, fishes }) => {
  const [fish, second] = fishes
  await page.goto(`/p/${fish?._id}/any-name`)
  await expect(page).toHaveURL(`/#/products/${fish?._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fish?.trade_name ?? '')
  await savedForOffline(page)
  await page.goto(`/p/${second?._id}`)
  // the worker's page of the app would open at its own start
  await expect(page).toHaveURL(`/#/products/${second?._id}`)
  await page.goto('/p/?keyword=hake')
  await expect(page).toHaveURL('/#/products?keyword=hake')
  await page.context().setOffline(true)
  await page.goto(`/p/${fish?._id}/any-name`)
  await expect(page).toHaveURL(`/#/products/${fish?._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fish?.trade_name ?? '')
  await page.context().setOffline(false)
})
