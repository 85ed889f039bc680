/**
 * `npm run screenshots`: takes the pictures of the README and of docs/your-own-shop.md (docs/screenshots) and those of the
 * browser's install dialog (public/screenshots) from two shops of its own, the demonstration and an empty one. Build the app first.
 */
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { openShop, type Shop } from '../e2e/shop.ts'
import { requireChromium } from '../support/tools.mjs'
import { ownShopVisits } from './own-shop.ts'
import { placeOrder, seeded, type Visit, visits } from './visits.ts'

const root = join(import.meta.dirname, '../..')
const mostBytes = 1_500_000

async function take(browser: Browser, shop: Shop, visit: Visit): Promise<void> {
  const { width, height, scale, dark, file } = visit
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Africa/Dakar',
  })
  try {
    const page = await context.newPage()
    // a network with an open stream is never idle
    await page.route('**/api/live/', (route) => route.fulfill({ status: 404 }))
    await visit.go(page, shop)
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    // pictures in sight are there and painted
    await page.evaluate(async () => {
      const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
      await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
    })
    const path = join(root, file)
    await mkdir(dirname(path), { recursive: true })
    const picture = sharp(await page.screenshot())
    await (file.endsWith('.png')
      ? picture.png({ palette: true, effort: 10 })
      : picture.webp({ quality: 80, effort: 6 })
    ).toFile(path)
    console.log(`${file}: ${Math.round((await stat(path)).size / 1024)} kB`)
  } finally {
    await context.close()
  }
}

const executablePath = requireChromium()
if (!executablePath) throw new Error('This needs Chromium; install it or set CHROMIUM_PATH.')
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
const shop = await openShop({ DEMO_ORDERS: 'on' })
const emptyShop = await openShop({ CATALOGUE: 'empty' })
try {
  await rm(join(root, 'docs/screenshots'), { recursive: true, force: true })
  const people = await seeded(shop)
  await placeOrder(shop, people.buyer)
  const ofDemonstration = visits(people)
  for (const visit of ofDemonstration) await take(browser, shop, visit)
  for (const visit of ownShopVisits) await take(browser, emptyShop, visit)
  const sizes = await Promise.all(
    [...ofDemonstration, ...ownShopVisits].map(async ({ file }) => (await stat(join(root, file))).size),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${sizes.length} pictures, ${Math.round(total / 1024)} kB`)
  if (total > mostBytes) throw new Error(`The pictures are larger than ${mostBytes} bytes together.`)
} finally {
  await browser.close()
  await Promise.all([shop.close(), emptyShop.close()])
}
