import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { expect, openShop, savedForOffline, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

/** Makes the page visible again, some time after the last pull of the catalogue. */
async function comeBackLater() {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('quayside'))
  const store = db.transaction('kept', 'readwrite').objectStore('kept')
  const row = await done(store.get('catalogue'))
  await done(store.put({ ...row, value: { ...row.value, at: 0 } }))
  db.close()
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A hostile text in the settings. */
const hostile = '</script><img src=x onerror=alert(1)>"'

test('changed settings are on the first screen, in open pages and offline', { tag: '@long' }, async ({ browser }) => {
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

    // a visitor sees it before any script runs
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

    // the open page gets it with its next pull, here when it becomes visible
    await expect
      .poll(async () => {
        await open.evaluate(comeBackLater)
        return open.locator('.brand').innerText()
      })
      .toBe('Port')
    await expect(open.locator('.hero h1')).toHaveText('De Dakhla')
    await expect(open.locator('.footer address')).toContainText('Dakhla')
    await expect(open.locator('link[rel=icon]')).toHaveAttribute('href', /icon-192\.png$/)

    // and so does an offline start of the app
    const startPage = () =>
      open.evaluate(async () => {
        const cache = (await caches.keys()).find((each) => each.startsWith('start-')) ?? ''
        return (await (await caches.open(cache)).match(`${location.origin}/`))?.text()
      })
    await expect.poll(startPage).toContain('De Dakhla')
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

test('a shop without the demonstration has a neutral name, also in its built files', { tag: '@long' }, async ({
  page,
}) => {
  const shop = await openShop({ CATALOGUE: 'empty' })
  try {
    await page.goto(shop.url)
    await expect(page).toHaveTitle(/Seafood shop$/)
    await expect(page.locator('.brand')).toHaveText('Shop')
    expect(await page.locator('body').innerText()).not.toContain('Quayside')
    for (const file of ['index.html', 'manifest.webmanifest'])
      expect(await readFile(`dist/${file}`, 'utf8')).not.toContain('Quayside')
    // a shop that closes under a page that still loads is an error of the page
    await expect(page.locator('#bars')).toBeAttached()
  } finally {
    await shop.close()
  }
})
