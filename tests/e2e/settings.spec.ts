import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { expect, openShop, savedForOffline, test } from './shop.ts'

/** What anybody may write into the settings. */
const hostile = '</script><img src=x onerror=alert(1)>"'

test('what an administrator says about the shop is on the first screen, in open pages and without a connection', async ({
  browser,
}) => {
  const shop = await openShop()
  const token = await shop.adminToken()
  const save = (change: object) => shop.api('PUT', '/shop/', { token, body: { ...demoShop, ...change } })
  try {
    const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'allow', locale: 'fr' })
    const open = await context.newPage()
    await open.goto('/')
    await expect(open.locator('.brand')).toHaveText('Quayside')
    await savedForOffline(open)

    const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'crimson' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'logo.png')
    const headers = { authorization: `Bearer ${token}` }
    const logo = await (await fetch(`${shop.url}/api/shop/logo/`, { method: 'POST', body: form, headers })).json()
    const name = `Port & Fils ${hostile}`
    const tagline = { en: 'From Dakhla', fr: 'De Dakhla', es: '' }
    await save({ name, shortName: 'Port', logo, tagline, city: { en: 'Dakhla', fr: '', es: '' } })

    // a visitor sees it before any script
    const visitor = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false, locale: 'es' })
    const first = await visitor.newPage()
    await first.goto('/')
    await expect(first).toHaveTitle(name)
    await expect(first.locator('.brand')).toHaveText('Port')
    await expect(first.locator('.brand img')).toHaveAttribute('src', /^\/images\//)
    await expect(first.locator('.hero h1')).toHaveText('From Dakhla')
    await visitor.close()

    const manifest = await (await fetch(`${shop.url}/manifest.webmanifest`)).json()
    expect(manifest).toMatchObject({ name, short_name: 'Port', description: 'From Dakhla' })
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(new URL(src, shop.url))
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }

    // the open page has it with its next pull; here somebody comes back to it
    await open.clock.install()
    await open.clock.fastForward('02:00')
    await open.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(open.locator('.brand')).toHaveText('Port')
    await expect(open.locator('.hero h1')).toHaveText('De Dakhla')
    await expect(open.locator('.footer-address')).toContainText('Dakhla')
    await expect(open.locator('link[rel=icon]')).toHaveAttribute('href', /icon-192\.png$/)

    // and so has the start of the app without a connection
    const startPage = () =>
      open.evaluate(async () => {
        const cache = (await caches.keys()).find((each) => each.startsWith('start-')) ?? ''
        return (await (await caches.open(cache)).match(`${location.origin}/`))?.text()
      })
    await expect.poll(startPage, { timeout: 20_000 }).toContain('De Dakhla')
    await context.setOffline(true)
    await open.goto('/#/about')
    await open.reload()
    await expect(open.locator('.brand')).toHaveText('Port')
    await expect(open).toHaveTitle(/Port & Fils/)
    expect(await open.locator('img[onerror]').count()).toBe(0)
    await context.close()
  } finally {
    await shop.close()
  }
})

test('a shop without the demonstration has a neutral name, also in its built files', async ({ page }) => {
  const shop = await openShop({ CATALOGUE: 'empty' })
  try {
    await page.goto(shop.url)
    await expect(page).toHaveTitle(/Seafood shop$/)
    await expect(page.locator('.brand')).toHaveText('Shop')
    expect(await page.content()).not.toMatch(/quayside\.example|Quayside/)
    for (const file of ['index.html', 'manifest.webmanifest'])
      expect(await readFile(`dist/${file}`, 'utf8')).not.toContain('Quayside')
  } finally {
    await shop.close()
  }
})
