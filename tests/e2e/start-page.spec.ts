import type { Page } from '@playwright/test'
import { test } from './behind-front.ts'
import { draw } from './drawn.ts'
import { expect, logIn, savedForOffline } from './shop.ts'

/*
 * The worker saves the home page as the server sends it. The next start is painted from the device before any script has run
 * and before any request. It must be the last page that was shown, and never that of another user.
 */

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The page that the next start will get. */
const saved = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('start-')) ?? ''
    return (await (await caches.open(name)).match(`${location.origin}/`))?.text()
  })

/** From now on pages run no scripts. */
async function withoutScripts(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
}

// scripts are turned off with Chromium's own protocol
test('a later start is painted from the device, before scripts and without a request', { tag: '@chromium' }, async ({
  page,
  front,
  shop,
}) => {
  await page.goto('/')
  await savedForOffline(page)
  await expect.poll(() => saved(page)).toContain('class="hero"')
  const before = await page.evaluate(draw)
  await withoutScripts(page)
  front.asked.length = 0
  await page.goto('/')
  await expect(page.locator('.cards .card')).not.toHaveCount(0)
  const after = await page.evaluate(draw)
  // the app adds the install entry and notices
  expect(after.map(({ what }) => what)).toEqual(before.map(({ what }) => what))
  // the row of trending products may have advanced by itself
  const off = after.flatMap(({ box: [, ...box] }, at) =>
    box.map((value, side) => Math.abs(value - (before[at]?.box[side + 1] ?? 0))),
  )
  expect(Math.max(...off)).toBeLessThanOrEqual(1)
  const products = await shop.api<{ fishes: { trade_name: string }[] }>('GET', '/fish/?page=1&per_page=5')
  await expect(page.locator('.cards .card-name').first()).toHaveText(products.fishes[0]?.trade_name ?? '')
  // pictures that were never shown, and the browser's own check for a new worker
  expect(front.asked.filter((path) => !/sw\.js|images/.test(path))).toEqual([])
})

// only Chromium reports layout shifts
test('an offline start says so and shifts nothing', { tag: ['@chromium', '@long'] }, async ({ page, context }) => {
  await page.goto('/')
  await savedForOffline(page)
  await expect.poll(() => saved(page)).toContain('class="hero"')
  await context.setOffline(true)
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 })
    new PerformanceObserver((list) => {
      // LayoutShift is not in the DOM library
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(globalThis, { shifts: Reflect.get(globalThis, 'shifts') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(page.getByText(/^You are offline/)).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.querySelector('#bars') !== null)).toBe(true)
  expect(await page.evaluate('shifts')).toBeLessThan(0.01)
})

test('the saved page is a visitor’s, and follows the language', { tag: '@long' }, async ({ page, front, shop }) => {
  const buyer = await shop.newCustomer()
  await page.goto('/')
  await savedForOffline(page)
  await logIn(page, buyer)
  await page.goto('/#/')
  await expect(page.getByRole('region', { name: 'Trending' })).toBeVisible()
  await page.reload()
  await expect.poll(() => saved(page)).toContain('<html lang="en" data-first="en"')
  await expect(page.getByRole('button', { name: buyer.name })).toBeVisible()
  expect(await saved(page)).not.toContain(buyer.name)
  await page.goto('/#/about')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await expect.poll(() => saved(page)).toContain('<html lang="fr" data-first="fr"')
  const broken = { status: 502, type: 'text/html', body: 'Bad gateway' }
  front.change((path) => (path.startsWith('/?lng=es') ? broken : undefined))
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('es')
  // the Spanish page cannot be fetched now: the next start begins without a first screen
  await expect.poll(() => saved(page)).not.toContain('class="hero"')
})

test('a start on another screen, in another language or after a logout hides the saved page', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/')
  await savedForOffline(page)
  await expect.poll(() => saved(page)).toContain('class="hero"')
  // what the page hides until the app has started
  await page.addInitScript(() => {
    const note = () => {
      // the app has started
      if (!document.getElementById('start-failed')) return
      const { className, dataset } = document.documentElement
      Object.assign(globalThis, { start: `${dataset.first} ${className}`.trim() })
    }
    document.addEventListener('DOMContentLoaded', () => {
      note()
      new MutationObserver(note).observe(document.documentElement, { attributeFilter: ['class'] })
    })
  })
  const start = () => page.evaluate<string>('globalThis.start')
  await page.goto('/?any=1#/')
  await expect.poll(start).toBe('en')
  // the worker recognises another screen; without it, the page does
  for (const address of ['/?any=2#/cart', '/#/cart']) {
    await page.goto('about:blank')
    await page.goto(address)
    expect(await start()).toMatch(/deep$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart')
  }
  // set without the app
  await page.evaluate(() => localStorage.setItem('lng', 'es'))
  await page.goto('/?any=3#/')
  await expect.poll(start).toBe('en deep')
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es')
  await page.goto('/?any=4&lng=en#/')
  await expect.poll(start).toMatch(/^e[ns]( deep)?$/)
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
})
