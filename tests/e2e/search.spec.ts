import type { Page } from '@playwright/test'
import { turn } from '../support/run.ts'
import { expect, savedForOffline, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })

async function search(page: Page, keyword: string) {
  await page.getByRole('searchbox', { name: 'Search products' }).fill(keyword)
  await expect(page).toHaveURL((url) => new URLSearchParams(url.hash.split('?')[1]).get('keyword') === keyword)
}

test('a search with slips finds what is meant, offline', { tag: ['@worker', ...turn(0, 3)] }, async ({
  page,
  context,
}) => {
  await page.goto('/#/products')
  await savedForOffline(page)
  await context.setOffline(true)
  await page.reload()
  for (const [keyword, found] of [
    ['octopuss', 'Common octopus'],
    ['poulpe', 'Common octopus'],
    ['pulpo', 'Common octopus'],
    ['merlusa', 'European hake'],
    ['sardinas', 'European pilchard (sardine)'],
  ] as const) {
    await search(page, keyword)
    await expect(cards(page).filter({ hasText: found })).toHaveCount(1)
  }
  await search(page, 'octopus zzzz')
  await expect(page.getByText('Nothing found for “octopus zzzz”')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/^0 products · nearest: \d/)
  const nearest = page.getByRole('region', { name: 'Nearest products' })
  await expect(nearest.getByRole('link', { name: 'Common octopus' })).toBeVisible()
  await search(page, 'zzzz')
  await expect(page.getByText('Nothing found for “zzzz”')).toBeVisible()
  await expect(nearest).toHaveCount(0)
})
