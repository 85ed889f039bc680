import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { oneInTurn, turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { test } from './behind-front.ts'
import { admin, expect, savedCatalogue, savedForOffline, signIn, storedRows } from './shop.ts'

/** A tab without the worker: its page loads all that it needs. Close its context. */
async function plainTab(browser: Browser, front: { url: string }, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: front.url, ...options })
  return context.newPage()
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

/** Products in the database, read without the app. */
const countSaved = async (page: Page) => (await storedRows(page, 'fishes')).length

/** Marks the document; a reload removes the mark. */
const tag = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.tagged = 'yes'
  })
const isTagged = (page: Page) => page.evaluate(() => document.documentElement.dataset.tagged === 'yes')

test('a new version waits for consent, does not lose a half-typed form, and does not affect other tabs', async ({
  page,
  front,
  context,
}) => {
  await page.goto('/#/contact')
  await savedForOffline(page)
  const other = await context.newPage()
  await other.goto('/#/products')
  await savedForOffline(other)
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you have hake on Friday?')
  await tag(page)
  await tag(other)
  front.release('version 2')
  await lookForUpdate(page)
  await expect(page.getByText('A new version is ready')).toBeVisible()
  expect(await isTagged(page)).toBe(true)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you have hake on Friday?')

  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isTagged(page).catch(() => true)).toBe(false)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you have hake on Friday?')
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull()

  expect(await isTagged(other)).toBe(true)
  await other.evaluate(() => {
    location.hash = '#/about'
  })
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByText('Unexpected Application Error!')).toHaveCount(0)
})

test('Later puts a new version off without a reload, and gives the focus back', { tag: '@long' }, async ({
  page,
  front,
}) => {
  await page.goto('/#/contact')
  await savedForOffline(page)
  front.release('version 2')
  await lookForUpdate(page)
  await tag(page)
  await page.getByRole('textbox', { name: 'Subject' }).focus()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
  expect(await isTagged(page)).toBe(true)
})

test('Reload is done at once, also while the worker waits for a server that does not answer', { tag: '@long' }, async ({
  page,
  front,
}) => {
  await page.goto('/')
  await savedForOffline(page)
  front.release('version 2')
  await lookForUpdate(page)
  await expect(page.getByText('A new version is ready')).toBeVisible()
  front.change((path) => (/^\/api\/fishes\/changes\/|^\/images\/slow\//.test(path) ? 'never' : undefined))
  const before = front.asked.length
  await page.evaluate(() => {
    void fetch('images/slow/320.webp').catch(() => undefined)
  })
  const asked = () => front.asked.slice(before).join()
  await expect.poll(asked).toMatch(/slow/)
  await tag(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  // long before a press of Reload gives up waiting
  await expect.poll(() => isTagged(page).catch(() => true), { timeout: 20_000 }).toBe(false)
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
})

// in Firefox the new version becomes active when the last page of the old one is left
test('Reload reloads, also if the new version does not become active', {
  tag: ['@chromium', ...turn(0, 3)],
}, async ({ page, front }) => {
  await page.goto('/')
  await savedForOffline(page)
  front.release('version 2\nself.skipWaiting = () => new Promise(() => {})')
  await lookForUpdate(page)
  await tag(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isTagged(page).catch(() => true)).toBe(false)
  await expect(page.getByText('A new version is ready')).toBeVisible()
})

test('the second tab of an accepted update reloads when its own button is pressed', { tag: '@long' }, async ({
  page,
  front,
  context,
}) => {
  await page.goto('/')
  await savedForOffline(page)
  const other = await context.newPage()
  await other.goto('/#/about')
  await savedForOffline(other)
  front.release('version 2')
  await lookForUpdate(page)
  await expect(other.getByText('A new version is ready')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  await tag(other)
  await other.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isTagged(other).catch(() => true)).toBe(false)
})

test('a chunk that arrives as HTML is not saved, and the worker is installed later', { tag: turn(0, 2) }, async ({
  page,
  front,
}) => {
  front.change((path) =>
    path.startsWith('/assets/account-') ? { type: 'text/html', body: '<html></html>' } : undefined,
  )
  await page.goto('/')
  await expect.poll(() => front.asked.some((path) => path.includes('/assets/account-'))).toBe(true)
  const installing = () =>
    page.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.installing ?? null) !== null)
  await expect.poll(installing).toBe(false)
  const state = () =>
    page.evaluate(async () => {
      const html: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const type = (await cache.match(request))?.headers.get('content-type') ?? ''
          if (request.url.includes('/assets/') && type.includes('html')) html.push(request.url)
        }
      }
      return { html, active: Boolean((await navigator.serviceWorker.getRegistration())?.active) }
    })
  expect(await state()).toEqual({ html: [], active: false })
  front.change(undefined)
  await page.reload()
  await savedForOffline(page)
  expect((await state()).html).toEqual([])
})

test('a lost chunk reloads the page once per version, never over a half-filled form', async ({ front, browser }) => {
  const tab = await plainTab(browser, front)
  let loads = 0
  tab.on('load', () => {
    loads += 1
  })
  await tab.goto('/#/contact')
  await expect(tab.getByRole('textbox', { name: 'Message' })).toBeVisible()
  front.change((path) =>
    path.startsWith('/assets/login-page-') ? { status: 404, type: 'text/plain', body: 'gone' } : undefined,
  )
  await tab.getByRole('textbox', { name: 'Message' }).fill('half a message')
  await tab.evaluate(() => {
    location.hash = '#/login'
  })
  await expect(tab.getByText('Unexpected Application Error!')).toBeVisible()
  expect(loads).toBe(1)
  await tab.goto('/#/products')
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Products')
  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Products')
  const before = loads
  await tab.evaluate(() => {
    location.hash = '#/login'
  })
  await expect.poll(() => loads).toBe(before + 1)
  await expect(tab.getByText('Unexpected Application Error!')).toBeVisible()
  await tab.evaluate(() => {
    location.hash = '#/products'
  })
  await expect(tab.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  await tab.evaluate(() => {
    location.hash = '#/login'
  })
  await expect(tab.getByText('Unexpected Application Error!')).toBeVisible()
  expect(loads).toBe(before + 1)
  await tab.context().close()
})

// what the background fetches may fail while a dialog stands whose form nobody has typed in yet
test('a lost chunk does not close a dialog', { tag: '@long' }, async ({ page, shop }) => {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products')
  await page.getByRole('button', { name: 'Add product' }).click()
  const dialog = page.getByRole('dialog', { name: 'New product' })
  await expect(dialog).toBeVisible()
  await page.evaluate(() => {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error('a lost chunk') }))
  })
  // a reload would have begun before the next task of the page
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('reloaded:')))).toEqual(
    [],
  )
})

// Firefox fails pending loads when a page is left
test('a chunk that fails because the page is left causes no reload', { tag: '@long' }, async ({ page }) => {
  await page.goto('/#/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products')
  await page.evaluate(() => {
    const cutOff = () =>
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error('cut off by leaving') }))
    addEventListener('beforeunload', () => setTimeout(cutOff))
    location.href = '/?lng=fr#/contact'
  })
  await expect(page).toHaveURL(/#\/contact$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

test('the kill switch removes a broken worker and leaves what people wrote', { tag: turn(1, 2) }, async ({
  page,
  front,
}) => {
  await page.goto('/')
  await savedForOffline(page)
  // the page reloads in between: a read during that moment is repeated
  const products = () => countSaved(page).catch(() => -1)
  const saved = await products()
  expect(saved).toBeGreaterThan(0)
  const { killSwitchWorker } = await import('../../server/site/app-files.ts')
  front.change((path) => (path.startsWith('/sw.js') ? { type: 'text/javascript', body: killSwitchWorker } : undefined))
  await lookForUpdate(page).catch(() => undefined)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length).catch(() => -1))
    .toBe(0)
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length).catch(() => -1)).toBe(0)
  await expect.poll(products).toBe(saved)
})

test('while the app loads nothing says that it has failed; after two minutes its page does', {
  tag: turn(1, 3),
}, async ({ front, browser }) => {
  const tab = await plainTab(browser, front)
  await tab.clock.install()
  const script = /\/assets\/[^/]+\.js$/
  await tab.route(script, () => undefined)
  const asked = tab.waitForRequest(script)
  await tab.goto('/#/contact', { waitUntil: 'commit' })
  await asked
  const notice = tab.getByText('The shop could not be loaded.')
  // what is due by then comes now
  await tab.clock.fastForward(100_000)
  await expect(notice).toBeHidden()
  await tab.clock.fastForward(20_000)
  await expect(notice).toBeVisible()
  await tab.context().close()
})

test('a chunk that does not come in two minutes is said to have failed; Retry opens its screen, and nothing typed is lost', {
  tag: turn(2, 3),
}, async ({ front, browser }) => {
  const tab = await plainTab(browser, front)
  await tab.clock.install()
  await tab.goto('/#/contact')
  await tab.getByRole('textbox', { name: 'Message' }).fill('half a message')
  // the screen is loaded again when the catalogue has come
  await savedCatalogue(tab)
  const chunk = /\/assets\/login-page-/
  // a route that is taken away lets go of what hangs
  let isHanging = true
  await tab.route(chunk, (route) => (isHanging ? undefined : route.continue()))
  const asked = tab.waitForRequest(chunk)
  await tab.evaluate(() => {
    location.hash = '#/login'
  })
  await asked
  await expect(tab.getByText('Loading…')).toBeVisible()
  // the clock jumps: what is due comes once, however slow the machine is
  await tab.clock.fastForward(10_000)
  await expect(tab.getByText('Still trying')).toBeVisible()
  await tab.clock.fastForward(120_000)
  await expect(tab.getByText('A part of the app could not be loaded')).toBeVisible()
  await expectAccessible(tab)
  isHanging = false
  // Firefox remembers the load that hung: there the second press reloads the page
  await expect(async () => {
    await tab.getByRole('button', { name: 'Retry' }).click({ timeout: 1000 })
    await expect(tab.getByRole('textbox', { name: 'Email' })).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await tab.goBack()
  await expect(tab.getByRole('textbox', { name: 'Message' })).toHaveValue('half a message')
  await tab.context().close()
})

const missing = [
  ['the app', /\/assets\/start-app-/, 'fails'],
  ['the texts', /\/assets\/fr-/, 'fails'],
  ['a library', /\/assets\/vendor-/, 'fails'],
  ['the texts', /\/assets\/fr-/, 'hangs'],
] as const
for (const [name, file, how] of oneInTurn(missing)) {
  test(`a start without ${name}, which ${how}, says so, and Retry starts the app`, async ({ front, browser }) => {
    const tab = await plainTab(browser, front, { locale: 'fr' })
    await tab.clock.install()
    let isGone = true
    await tab.route(file, (route) => {
      if (!isGone) return route.continue()
      return how === 'fails' ? route.abort() : undefined
    })
    const asked = tab.waitForRequest(file)
    await tab.goto('/#/contact')
    await tab.clock.runFor(5_000)
    await asked
    await tab.clock.fastForward(how === 'hangs' ? 125_000 : 1_000)
    const notice = tab.getByRole('alert').filter({ hasText: 'La boutique n’a pas pu être chargée.' })
    await expect(notice).toBeVisible()
    await expect(notice).not.toContainText('Retry')
    await expectAccessible(tab)
    isGone = false
    await notice.getByRole('button', { name: 'Réessayer' }).click()
    await tab.clock.runFor(5_000)
    await expect(tab.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await tab.context().close()
  })
}
