import { expectAccessible, expectNoSideways } from './accessible.ts'
import { expect, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

test('the about page shows description, mission and values with pictures', { tag: '@long' }, async ({ page }) => {
  await page.goto('/#/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Quayside')
  await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible()
  for (const picture of await page.getByRole('main').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await expectNoSideways(page)
  await expectAccessible(page)
})

test('the activation page says that the account is verified and makes no call', { tag: '@long' }, async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/users/') && calls.push(request.url()))
  await page.goto('/#/activation/abc')
  await expect(page.getByText('Your account is verified. You can log in now.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL(/#\/login$/)
  expect(calls).toEqual([])
})
