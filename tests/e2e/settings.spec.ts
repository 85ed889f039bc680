import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { ShopSettings } from '../../contract/shop.ts'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { admin, expect, openShop, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

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

test('an administrator sets up the shop in three languages, and a second one sees the conflict', {
  tag: turn(0, 2),
}, async ({ browser }) => {
  const shop = await openShop({ CATALOGUE: 'empty' })
  try {
    const context = await browser.newContext({ baseURL: shop.url, locale: 'en' })
    const page = await context.newPage()
    await signIn(page, shop, admin)
    await page.goto('/#/dashboard')
    await expect(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible()
    await page.getByRole('link', { name: 'Give the shop its name' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings of the shop')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await field('Name of the shop').fill('Port & Sons')
    await field('Short name').fill('')
    const french = page.getByRole('tab', { name: 'French' }).first()
    await french.click()
    await field('Headline (French)').fill('De Dakhla')
    await field('Phone').fill('call me')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(field('Short name')).toHaveAccessibleDescription(/Please fill in this field/)
    await expect(field('Phone')).toHaveAccessibleDescription(/telephone number/)
    await field('Short name').fill('Port')
    await field('Phone').fill('+212 528 00 00 00')
    const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'crimson' } })
      .png()
      .toBuffer()
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: image })
    await expect(page.getByRole('button', { name: 'Remove the logo' })).toBeVisible()
    await expectAccessible(page)
    // typed values survive a reload
    await page.reload()
    await expect(field('Name of the shop')).toHaveValue('Port & Sons')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.locator('.brand')).toHaveText('Port')
    await expect(page.locator('.brand img')).toBeVisible()

    // the form starts again with the saved values
    await expect(page.locator('form[aria-busy=true]')).toHaveCount(0)

    // another administrator was faster
    await field('Street').fill('Quay 3')
    const { version: _, ...known } = await shop.api<ShopSettings>('GET', '/shop/')
    const token = await shop.adminToken()
    await shop.api('PUT', '/shop/', { token, body: { ...known, street: 'Quay 4' } })
    await page.getByRole('button', { name: 'Save' }).first().click()
    const street = page.getByRole('group', { name: 'Street' })
    await expect(street.getByRole('radio', { name: 'Saved value Quay 4' })).not.toBeChecked()
    await expect(street.getByRole('radio', { name: 'Your value Quay 3' })).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect.poll(async () => (await shop.api<ShopSettings>('GET', '/shop/')).street).toBe('Quay 3')
    await page.goto('/#/dashboard')
    await expect(page.getByRole('link', { name: 'Add your products' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Give the shop its name' })).toHaveCount(0)
    await context.close()
  } finally {
    await shop.close()
  }
})
