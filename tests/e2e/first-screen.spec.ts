import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { isLong, oneInTurn } from '../support/run.ts'
import { draw } from './drawn.ts'
import { expect, test } from './shop.ts'

/*
 * The page that the server sends for `/` contains the first screen. It must be the screen that the app renders: the same
 * elements with the same text in the same places, in every language, so that hydration is invisible.
 */

interface Opening {
  url: string
  width: number
  script: boolean
  reducedMotion?: 'reduce' | 'no-preference'
}

async function open(browser: Browser, { url, width, script, reducedMotion = 'no-preference' }: Opening) {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    serviceWorkers: 'block',
    viewport: { width, height: 740 },
    deviceScaleFactor: 1,
    isMobile: false,
    reducedMotion,
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Whether the page has the current answers: after a change it is rendered again, and meanwhile the old one is served. */
async function isCurrent(url: string): Promise<boolean> {
  const html = await (await fetch(url)).text()
  const text = /<script type="application\/json" id="embedded-answers">(.*?)<\/script>/s.exec(html)?.[1]
  if (text === undefined) return false
  const given = Object.entries<unknown>(JSON.parse(text))
  const answers = await Promise.all(given.map(async ([path]) => (await fetch(new URL(path, url))).json()))
  return answers.every((answer, at) => isDeepStrictEqual(answer, given[at]?.[1]))
}

/** Waits until the app has started and rendered what the server does not send. */
const appIsUp = (page: Page) => expect(page.locator('#bars')).toBeAttached()

const openings = (['en', 'fr', 'es'] as const).flatMap((locale) => [
  { locale, width: 360, reducedMotion: 'no-preference' as const },
  { locale, width: 1280, reducedMotion: 'no-preference' as const },
])

for (const { locale, width, reducedMotion } of [
  ...oneInTurn(openings),
  ...(isLong ? [{ locale: 'en', width: 360, reducedMotion: 'reduce' as const }] : []),
]) {
  test(`the first screen of the server is the app's: ${locale}, ${width} px, motion ${reducedMotion}`, async ({
    browser,
    shop,
  }) => {
    const url = `${shop.url}/?lng=${locale}`
    await expect.poll(() => isCurrent(url)).toBe(true)
    const sent = await open(browser, { url, width, script: false, reducedMotion })
    await expect(sent.locator('html')).toHaveAttribute('lang', locale)
    const app = await open(browser, { url, width, script: true, reducedMotion })
    await appIsUp(app)
    // evaluate() works on pages without scripts too
    const [before, after] = [await sent.evaluate(draw), await app.evaluate(draw)]
    expect(before.length).toBeGreaterThan(100)
    expect(before.map(({ what }) => what)).toEqual(after.map(({ what }) => what))
    // text in several nodes and in one node may differ by a fraction of a pixel
    const off = before.flatMap(({ box }, at) => box.map((value, side) => Math.abs(value - (after[at]?.box[side] ?? 0))))
    expect(Math.max(...off)).toBeLessThanOrEqual(1)
    await Promise.all([sent.context().close(), app.context().close()])
  })
}

test('the app hydrates the server’s markup: its elements stay, nothing shifts or is requested again', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: shop.url })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll('#root *')) Object.assign(element, { isSent: true })
    })
    Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // not yet in the DOM types
        const { value } = entry as PerformanceEntry & { value: number }
        Object.assign(globalThis, { shift: (globalThis as unknown as { shift: number }).shift + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await appIsUp(page)
  await page.waitForLoadState('networkidle')
  // the page pulls the changes of the catalogue after some seconds, which may be over before the network is idle
  expect(asked.filter((path) => path.startsWith('/api/fish') && path !== '/api/fishes/changes/')).toEqual([])
  expect(await page.evaluate<number>('globalThis.shift')).toBeLessThanOrEqual(0.01)
  await page.getByRole('button', { name: 'Pause the slideshow' }).click()
  await expect(page.getByRole('button', { name: 'Start the slideshow' })).toBeVisible()
  const replaced = await page.evaluate(() =>
    [
      ...['.header a', '.cart-link', '.hero h1', '.search-field', '.tile', '.card', '.card img', '.pager button'],
      '.footer a',
    ].filter((selector) => [...document.querySelectorAll(selector)].some((element) => !('isSent' in element))),
  )
  expect(replaced).toEqual([])
  await context.close()
})

test('the first products are painted in one step, and nothing is read from the device before that', {
  tag: '@long',
}, async ({ browser, shop }) => {
  const html = await (await fetch(`${shop.url}/`)).text()
  const id = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(html)?.[1]
  const painted = html.slice(0, html.indexOf('</li>', html.indexOf(` id="${id}"`)))
  expect(painted.match(/href="#\/products\/[\w-]+"/g)).toHaveLength(4)
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype
    const read: boolean[] = []
    let painted = false
    // a task after the first frame with the cards in the page runs after they are painted
    const frame = () => {
      if (document.querySelectorAll('.card').length < 4) return requestAnimationFrame(frame)
      setTimeout(() => {
        painted = true
      })
    }
    requestAnimationFrame(frame)
    Storage.prototype.getItem = function (name) {
      read.push(painted)
      return getItem.call(this, name)
    }
    Object.assign(globalThis, { read })
  })
  await page.goto(shop.url)
  await expect.poll(() => page.evaluate<boolean[]>('globalThis.read').then((read) => read.length)).toBeGreaterThan(0)
  expect(await page.evaluate('globalThis.read')).not.toContain(false)
  // the scripts are requested after everything is painted
  await expect(page.locator('.footer')).toBeVisible()
  await appIsUp(page)
  const [paint = Number.NaN, script = Number.NaN] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    Math.min(...performance.getEntriesByType('resource').flatMap((at) => (/\.js$/.test(at.name) ? at.startTime : []))),
  ])
  expect(script).toBeGreaterThan(paint)
  await page.context().close()
})

test('a browser that does not report its first paint starts the app, too', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PerformanceObserver'))
  await page.goto('/')
  await expect(page.locator('.footer')).toBeVisible()
  await appIsUp(page)
})

test('before the scripts have loaded links and the search lead on, and what is typed stays', { tag: '@long' }, async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: shop.url })
  const early = async (act: (page: Page) => Promise<void>) => {
    const page = await context.newPage()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    // the scripts are held back, so the page never finishes loading
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await act(page)
    release()
    return page
  }
  const product = await early(async (page) => {
    await page.locator('.cards .card-name a').first().click()
    await expect(page.locator('.hero')).toBeHidden()
  })
  await expect(product.getByRole('spinbutton')).toBeVisible()

  const search = await early(async (page) => {
    await page.getByRole('searchbox').fill('hake & co')
    await page.getByRole('searchbox').press('Enter', { noWaitAfter: true })
    await page.waitForURL(/keyword=hake/, { waitUntil: 'commit' })
  })
  await expect(search.getByRole('searchbox', { name: 'Search products' })).toHaveValue('hake & co')
  await expect(search.getByRole('heading', { level: 1 })).toHaveText('Products')

  const typed = await early((page) => page.getByRole('searchbox').fill('octopus'))
  await appIsUp(typed)
  await expect(typed.getByRole('searchbox')).toHaveValue('octopus')
  await expect(typed.getByRole('searchbox')).toBeFocused()

  const scrolled = await early((page) => page.getByRole('button', { name: 'Subscribe' }).scrollIntoViewIfNeeded())
  await appIsUp(scrolled)
  expect(await scrolled.evaluate(() => scrollY)).toBeGreaterThan(0)

  const skipped = await early(async (page) => {
    await page.locator('.skip-link').focus()
    await page.keyboard.press('Enter')
  })
  await appIsUp(skipped)
  await skipped.keyboard.press('Tab')
  await expect(skipped.getByRole('searchbox')).toBeFocused()
  await context.close()
})

// in Firefox the driver cannot switch scripts off
test('the newsletter is in the page that the server sends, and works without a script', {
  tag: ['@chromium', '@long'],
}, async ({ browser, shop }) => {
  for (const [lng, heading, thanks] of [
    ['en', 'Landings and offers by mail', 'Thank you for subscribing!'],
    ['fr', 'Débarquements et offres par e-mail', 'Merci pour votre abonnement'],
  ] as const) {
    const page = await open(browser, { url: `${shop.url}/?lng=${lng}`, width: 360, script: false })
    const newsletter = page.getByRole('region', { name: heading })
    await expect(newsletter.getByRole('heading', { level: 2 })).toHaveText(heading)
    await newsletter.getByRole('textbox').fill(`plain.${lng}@gmail.com`)
    await newsletter.getByRole('button').click()
    await expect(page.getByRole('status')).toContainText(thanks)
    await page.getByRole('link').click()
    await expect(newsletter).toBeAttached()
    await page.context().close()
  }
  const list = await shop.api<{ email: string }[]>('GET', '/subscribers/', { token: await shop.adminToken() })
  expect(list.map(({ email }) => email)).toEqual(expect.arrayContaining(['plain.en@gmail.com', 'plain.fr@gmail.com']))
})

test('the address of another screen does not show the first screen', { tag: '@long' }, async ({ browser, shop }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: shop.url })
  const page = await context.newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/#/products')
  await expect(page.locator('.brand')).toBeVisible()
  await expect(page.locator('.hero')).toBeHidden()
  await expect(page.locator('.footer')).toBeHidden()
  await page.goto('about:blank')
  await page.goto('/#/')
  await expect(page.locator('.hero')).toBeVisible()
  await context.close()
})

test('a screen whose first answer never comes shows that it is loading, and another one can be opened', {
  tag: '@long',
}, async ({ browser, shop }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  await page.route(/\/api\/fishes\/type\//, () => undefined)
  await page.goto(`${shop.url}/#/products/category/fish`)
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  await page.getByRole('link', { name: 'Cart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart')
  await page.context().close()
})
