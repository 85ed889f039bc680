/**
 * `npm run screenshots`: takes the pictures of the README and of docs/your-own-shop.md (docs/screenshots) and those of the
 * browser's install dialog (public/screenshots) from two shops of its own, the demonstration and an empty one. Build the app first.
 * With `-- --check` it fails if one of them is older than the screen that it shows.
 */
import { type Browser, chromium } from '@playwright/test'
import { openShop, type Shop } from '../e2e/shop.ts'
import { requireChromium } from '../support/tools.mjs'
import { filmDeal } from './deal-film.ts'
import { ownShopVisits } from './own-shop.ts'
import { newContext, savePicture, stale } from './picture.ts'
import { placeOrder, seeded, type Visit, visits } from './visits.ts'

const mostBytes = 1_500_000

async function take(browser: Browser, shop: Shop, visit: Visit): Promise<number> {
  const { width, height, scale, dark, file } = visit
  const context = await newContext(browser, {
    baseURL: shop.url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
  })
  try {
    const page = await context.newPage()
    // a network with an open stream is never idle
    await page.route('**/api/live/', (route) => route.fulfill({ status: 404 }))
    await visit.go(page, shop)
    await page.locator('main h1').first().waitFor()
    // a screen that asks again and again is never idle
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
    return await savePicture(page, file)
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
  const people = await seeded(shop)
  await placeOrder(shop, people.buyer)
  const sizes: number[] = []
  for (const visit of visits(people)) sizes.push(await take(browser, shop, visit))
  for (const visit of ownShopVisits) sizes.push(await take(browser, emptyShop, visit))
  sizes.push(...(await filmDeal(browser, shop, people.buyer)))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${sizes.length} pictures, ${Math.round(total / 1024)} kB`)
  if (stale.length > 0) throw new Error(`Take these anew, npm run screenshots: ${stale.join(', ')}`)
  if (total > mostBytes) throw new Error(`The pictures are larger than ${mostBytes} bytes together.`)
} finally {
  await browser.close()
  await Promise.all([shop.close(), emptyShop.close()])
}
