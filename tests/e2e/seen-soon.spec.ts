import { readFileSync } from 'node:fs'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { productWith } from '../support/product-with.ts'
import { expect, openShop, test } from './shop.ts'

/** Whoever comes sees a change long before the next regular pull, which comes once a minute, ms. */
const timeout = 30_000

/** A row of a spreadsheet. */
const row = (n: number, name = `Sardine ${n}`) => productWith(name, { code: `S-${n}`, countInStock: n })

test('a visitor who comes right after an import sees it, and changes of products and settings after it', {
  tag: '@long',
}, async ({ page, context }) => {
  const shop = await openShop({ CATALOGUE: 'empty' })
  try {
    const token = await shop.adminToken()
    // the server now has the page of the empty shop, which it sends while it renders the next one; its name is neutral
    const empty = await (await fetch(shop.url)).text()
    const built = ['index.html', 'manifest.webmanifest'].map((file) => readFileSync(`dist/${file}`, 'utf8'))
    expect(empty).toContain('Seafood shop</title>')
    expect([empty, ...built].join()).not.toContain('Quayside')
    await shop.api('POST', '/fishes/import/', { token, body: { rows: Array.from({ length: 8 }, (_, n) => row(n)) } })
    await page.goto(shop.url)
    await expect(page.locator('.cards .card-name').first()).toHaveText('Sardine 7', { timeout })

    // the worker, which now answers, pulled a moment ago
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await shop.api('POST', '/fishes/import/', { token, body: { rows: [row(7, 'Anchovy')] } })
    const second = await context.newPage()
    await second.goto(shop.url)
    await expect(second.locator('.cards .card-name').first()).toHaveText('Anchovy', { timeout })

    // an open page, when somebody looks at it again
    await shop.api('PUT', '/shop/', {
      token,
      body: { ...demoShop, logo: '', name: 'Northern Quay', shortName: 'Northern' },
    })
    await expect(async () => {
      await second.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(second.locator('header')).toContainText('Northern', { timeout: 2000 })
    }).toPass({ timeout })
  } finally {
    await shop.close()
  }
})
