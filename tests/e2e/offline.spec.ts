import type { Page } from '@playwright/test'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import type { Order } from '../../contract/orders.ts'
import { turn } from '../support/run.ts'
import { openFront } from './front.ts'
import { backgroundSync } from './proof-device.ts'
import { expect, fillAddress, logIn, type Shop, savedForOffline, test } from './shop.ts'

/** The answer that a screen would get: a fetch of the page, through the worker. */
function read<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => (await fetch(address)).json(), `/api${path}`)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A product that can be ordered; other tests add some that cannot. */
async function inStock(shop: Shop) {
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  return fishes.find(({ countInStock }) => countInStock > 0)
}

test('after one visit the shop opens offline, on every route', async ({ page, context }) => {
  await page.goto('/')
  await savedForOffline(page)
  // what the page says, also for a moment only
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    new MutationObserver(() => said.push(document.getElementById('bars')?.textContent ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await context.setOffline(true)
  await page.reload()
  const bar = page.getByText(
    /^You are offline\. Showing the saved catalogue of \d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m\.$/,
  )
  // in Firefox the cut does not reach the worker: where its pull ends after the page's first question, the page asks anew
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await expect(bar).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 90_000 })
  const said = await page.evaluate(() => Reflect.get(globalThis, 'said') as string[])
  expect(said.filter((text) => text.includes('Nothing is saved'))).toEqual([])
  await expect(page.getByRole('region', { name: 'Trending' })).toBeVisible()
  const routes = {
    '/products': 'Products',
    '/products/category/seafood': 'Seafood',
    '/about': /./,
    '/contact': /./,
    '/register': /./,
    '/login': /./,
    '/cart': /./,
    '/shipping': /./,
    '/placeorder': /./,
    '/drafts': 'Drafts',
    '/offline': 'Saved on this device',
    '/activation/1': /./,
    '/P404': 'Page not found',
    '/no/such/route': 'Page not found',
  }
  for (const [route, title] of Object.entries(routes)) {
    await page.goto(`#${route}`)
    await expect(heading(page), route).toHaveText(title)
    await expect(page.getByText('Unexpected Application Error!'), route).toHaveCount(0)
  }
  await page.goto('/?lng=fr&utm_source=mail#/products')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(heading(page)).not.toHaveText('')
})

test('a request made offline is saved, and reaches the shop exactly once', async ({ page, context, shop }) => {
  const buyer = await shop.newCustomer()
  const fish = await inStock(shop)
  await page.goto('/')
  await logIn(page, buyer)
  await savedForOffline(page)
  await context.setOffline(true)
  await page.goto(`#/products/${fish?._id}`)
  await page.getByRole('spinbutton', { name: 'Quantity in tonnes' }).fill('12.5')
  await page.getByRole('button', { name: 'Make order' }).click()
  await expect(page).toHaveURL(/#\/cart$/)
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.getByRole('button', { name: 'Proceed To Checkout' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Send Order' }).click()
  await expect(page).toHaveURL(/#\/order\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Waiting for a connection').first()).toBeVisible()
  const id = page.url().split('/').at(-1)

  await page.reload()
  await expect(page.getByText('Waiting for a connection').first()).toBeVisible()
  await page.goto('#/offline')
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting for a connection' })).toHaveCount(1)

  await context.setOffline(false)
  await expect(page.getByRole('listitem').filter({ hasText: /Quote request.*Sent/ })).toHaveCount(1)
  const { data } = await shop.api<{ data: Order[] }>('GET', '/orders/myorders/', { token: buyer.token })
  expect(data.map(({ _id }) => _id)).toEqual([id])
  expect(data[0]?.orderItems).toMatchObject([{ fishe: fish?._id, qty: 12.5 }])
})

// only Chromium has Background Sync
test('a pending request is sent while no page is open', { tag: ['@chromium', ...turn(0, 3)] }, async ({
  page,
  context,
  shop,
}) => {
  const buyer = await shop.newCustomer()
  const fish = await inStock(shop)
  await page.goto('/')
  await logIn(page, buyer)
  await savedForOffline(page)
  await context.setOffline(true)
  await page.goto(`#/cart/${fish?._id}?qty=4`)
  await page.getByRole('button', { name: 'Proceed To Checkout' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Send Order' }).click()
  await expect(page.getByText('Waiting for a connection').first()).toBeVisible()
  await page.goto('about:blank')
  await context.setOffline(false)
  // the browser itself was online all the time, and may take minutes to wake the worker again
  const wakeWorker = await backgroundSync(page, shop.url)
  const orders = async () => {
    await wakeWorker()
    const { data } = await shop.api<{ data: Order[] }>('GET', '/orders/myorders/', { token: buyer.token })
    return data.map(({ orderItems }) => orderItems[0]?.qty)
  }
  await expect.poll(orders).toEqual([4])
})

test('a captive portal changes no saved data, and authenticated answers are never cached', { tag: turn(0, 2) }, async ({
  page,
  shop,
}) => {
  const front = await openFront(shop.url)
  const buyer = await shop.newCustomer()
  await page.goto(front.url)
  await logIn(page, buyer)
  await savedForOffline(page)
  await page.goto(`${front.url}/#/Order`)
  await expect(heading(page)).toBeVisible()
  const [fish] = await read<Fish[]>(page, '/fishes/top/')
  await page.goto(`${front.url}/#/products/${fish?._id}`)
  await expect(heading(page)).toHaveText(fish?.trade_name ?? '')
  const stored = () =>
    page.evaluate(async () => {
      const found: Record<string, string> = {}
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const type = (await cache.match(request))?.headers.get('content-type') ?? ''
          if (request.url.includes('/api/')) found[request.url] = (await (await cache.match(request))?.text()) ?? ''
          else found[request.url] = `${request.method} ${type}`
        }
      }
      return found
    })
  const list = await read(page, '/fish/?page=1&per_page=6')
  // the worker saves an answer after it has given it
  await expect.poll(async () => Object.keys(await stored()).filter((url) => url.includes('per_page=6'))).toHaveLength(1)
  const before = await stored()
  front.change((path) =>
    path.startsWith('/api/') || path.startsWith('/images/')
      ? { type: 'text/html', body: '<html>Sign in to the harbour Wi-Fi</html>' }
      : undefined,
  )
  expect(await read(page, '/fish/?page=1&per_page=6')).toEqual(list)
  await page.goto(`${front.url}/#/products`)
  await expect(heading(page)).toHaveText('Products')
  await page.reload()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.goto(`${front.url}/#/products/${fish?._id}`)
  await expect(heading(page)).toHaveText(fish?.trade_name ?? '')
  const after = await stored()
  for (const [url, body] of Object.entries(before)) expect(after[url], url).toBe(body)
  expect(Object.keys(after).filter((url) => /\/api\/(orders|users|subscribers)/.test(url))).toEqual([])
  expect(Object.values(after).filter((text) => text.includes('harbour Wi-Fi') || text.includes(buyer.token))).toEqual(
    [],
  )
  for (const [url, kind] of Object.entries(after)) {
    if (/\.html|\/$/.test(url.replace(/\?.*/, ''))) continue
    expect(kind, url).not.toContain('text/html')
  }
  await front.close()
})

test('the whole catalogue with pictures: saved on request, usable offline, removed on request', {
  tag: turn(1, 2),
}, async ({ page, context, shop }) => {
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  await page.goto('/')
  await savedForOffline(page)
  await page.goto('#/offline')
  await expect(page.getByText(`${fishes.length} products, complete`)).toBeVisible()
  await page.getByRole('button', { name: 'Save the whole catalogue' }).click()
  await expect(page.getByText(/^All pictures saved: \d+, [\d.,]+ [kM]B$/)).toBeVisible()
  await context.setOffline(true)
  for (const fish of fishes.slice(-5)) {
    await page.goto(`#/products/${fish._id}`)
    await expect(heading(page)).toHaveText(fish.trade_name)
    await expect
      .poll(() =>
        page
          .locator('main .picture img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)
  }
  await page.goto('#/offline')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No pictures saved for the whole catalogue.')).toBeVisible()
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('saved')))).toEqual([])
})
