import type { Page } from '@playwright/test'
import type { RouteIds } from '@tanstack/react-router'
import type { FishPage } from '../../contract/fishes.ts'
import type { routeTree } from '../../src/app/routes.tsx'
import { oneInTurn } from '../support/run.ts'
import { show } from './accessible.ts'
import { test } from './behind-front.ts'
import { dealIn } from './deal.ts'
import type { Front } from './front.ts'
import { admin, expect, type Shop, savedForOffline, signIn } from './shop.ts'

const sizes = oneInTurn([
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
])

/** A screen to look at: an address, and what is done there first. */
type Visit = string | { path: string; open: (page: Page) => Promise<void> }

/** Every route of the tree: without a visit to a new one, this does not compile. */
type Visits = Record<Exclude<RouteIds<typeof routeTree>, '__root__'>, Visit[]>

interface Found {
  fish: string
  /** the buyer's, with an offer */
  offered: string
  /** another one's, with sixty lines and without an offer */
  long: string
}

const openOffer = async (page: Page) => {
  await page.getByRole('button', { name: 'Make an offer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: /^Price per tonne/ })).toHaveCount(60)
}

const visitsTo = ({ fish, offered, long }: Found): { buyer: Visits; admin: Partial<Visits> } => ({
  buyer: {
    '/': ['/'],
    '/products': ['/products'],
    '/products/category/{-$categorie}': ['/products/category/seafood'],
    '/products/$id': [`/products/${fish}`],
    '/cart/{-$id}': [`/cart/${fish}?qty=3`],
    '/drafts': ['/drafts'],
    '/shipping': ['/shipping'],
    '/placeorder': ['/placeorder'],
    '/Order': ['/Order'],
    '/order/$id': [`/order/${offered}`],
    '/login': ['/login'],
    '/forgot': ['/forgot'],
    '/reset/$token': ['/reset/some-token'],
    '/invitation/$token': ['/invitation/some-token'],
    '/register': ['/register'],
    '/activation/$id': ['/activation/1'],
    '/profile': ['/profile'],
    '/about': ['/about'],
    '/terms': ['/terms'],
    '/privacy': ['/privacy'],
    '/imprint': ['/imprint'],
    '/contact': ['/contact'],
    '/offline': ['/offline'],
    '/P404': ['/P404', '/no/such/route'],
    // the next ones are an administrator's: a customer is sent to the login
    '/dashboard': [],
    '/admin/products': [],
    '/admin/import': [],
    '/admin/order': [],
    '/admin/customers': [],
    '/admin/request': [],
    '/admin/customers/$id': [],
    '/users': [],
    '/admin/messages': [],
    '/admin/shop': [],
    '/admin/log': [],
    '/admin/lots': [],
    '/admin/lots/import': [],
    '/admin/webhooks': [],
    '/admin/keys': [],
    '/subscribes': [],
  },
  admin: {
    '/dashboard': ['/dashboard'],
    '/admin/products': ['/admin/products'],
    '/admin/import': ['/admin/import'],
    '/admin/order': ['/admin/order'],
    '/admin/customers': ['/admin/customers'],
    '/admin/request': ['/admin/request'],
    '/admin/customers/$id': [`/admin/customers/${offered}`],
    '/users': ['/users'],
    '/admin/messages': ['/admin/messages'],
    '/admin/shop': ['/admin/shop'],
    '/admin/log': ['/admin/log'],
    '/admin/lots': ['/admin/lots'],
    '/admin/lots/import': ['/admin/lots/import'],
    '/admin/webhooks': ['/admin/webhooks'],
    '/admin/keys': ['/admin/keys'],
    '/subscribes': ['/subscribes'],
    '/profile': ['/profile'],
    '/order/$id': [`/order/${offered}`, { path: `/order/${long}`, open: openOffer }],
  },
})

async function prepare(shop: Shop) {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
  const offered = (await deal.request(buyer, 3))._id
  await deal.offer(offered)
  const long = (await deal.request(await shop.newCustomer(), 60))._id
  return { buyer, visits: visitsTo({ fish: fishes.find((each) => each.countInStock > 0)?._id ?? '', offered, long }) }
}

/**
 * The controls that something lies over: looks at each, first scrolled to as far as needed, then focused, in its middle
 * and near its edges.
 */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // a tab's panel is as high as its rows, and the carousel snaps to its own places
    const selector =
      'a[href], button, input, select, textarea, summary, [role=tab], [tabindex="0"]:not([role=tabpanel])'
    const isOpen = (each: Element) =>
      each.checkVisibility() && !each.closest('.skip-link, [inert], [popover], .carousel-track')
    const isOf = (control: Element, hit: Element | null) =>
      hit !== null && (control.contains(hit) || hit.closest('label')?.control === control)
    const look = (control: HTMLElement, how: string): string[] => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      if (width < 2 || height < 2) return []
      const middle: [number, number] = [(left + right) / 2, (top + bottom) / 2]
      // links over several lines have no common middle
      const isText = getComputedStyle(control).display === 'inline'
      const points: [number, number][] = isText
        ? [...control.getClientRects()].map((row) => [row.left + row.width / 2, row.top + row.height / 2])
        : control instanceof HTMLTextAreaElement
          ? // its first line, where the caret is
            [[middle[0], top + 12]]
          : [middle, [middle[0], bottom - 4], [middle[0], top + 4]]
      const bad = points.find(([x, y]) => !isOf(control, document.elementFromPoint(x, y)))
      if (!bad) return []
      const over = document.elementFromPoint(...bad)?.outerHTML.slice(0, 80) ?? 'nothing'
      return [`${how} ${control.outerHTML.slice(0, 120)} at ${bad.map(Math.round)}: ${over}`]
    }
    const found: string[] = []
    const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(isOpen)
    // the rows in the middle of a long table are like those at its ends
    const controls = all.filter((_, at) => at < 40 || at >= all.length - 60)
    for (const control of controls) {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      found.push(...look(control, 'scrolled to'))
    }
    // what sticks to the bottom edge must not need scrolling: it is looked at where it stands in the middle of the screen
    const sticks = (control: Element): boolean => {
      for (let each: Element | null = control; each; each = each.parentElement) {
        const { position, bottom } = getComputedStyle(each)
        if (position === 'fixed' || (position === 'sticky' && bottom !== 'auto')) return true
      }
      return false
    }
    const isInWindow = (control: Element) => {
      const { top, bottom } = control.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    const sticking = all.filter(sticks)
    scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) / 2, behavior: 'instant' })
    for (const control of sticking.filter(isInWindow)) found.push(...look(control, 'sticking'))
    scrollTo(0, 0)
    for (const control of controls) {
      if (control.matches(':disabled')) continue
      control.focus()
      if (document.activeElement === control) found.push(...look(control, 'focused'))
    }
    return found
  })
}

/** What has the focus and is under something else. */
function coveredFocus(): string {
  const control = document.activeElement
  if (!control || control === document.body) return ''
  const { left, right, bottom, top } = control.getBoundingClientRect()
  const seen = [top + 4, (top + bottom) / 2, bottom - 4].every((y) => {
    const hit = document.elementFromPoint((left + right) / 2, y)
    return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control)
  })
  return seen ? '' : control.outerHTML.slice(0, 160)
}

/** Goes through the open screen by Tab, and returns what is under something else when it has the focus. */
async function coveredByTab(page: Page, stops: number): Promise<string[]> {
  const found: string[] = []
  await page.locator('main h1').first().focus()
  for (let at = 0; at < stops; at += 1) {
    await page.keyboard.press('Tab')
    const over = await page.evaluate(coveredFocus)
    if (over) found.push(over)
  }
  return found
}

/** Offline, with a new version that waits. */
async function cutOff(page: Page, front: Front): Promise<void> {
  await savedForOffline(page)
  front.release('version 2')
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect(page.getByRole('button', { name: 'Later' })).toBeVisible()
  await page.context().setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText(/^You are offline/)).toBeVisible()
}

async function expectUncovered(page: Page, visits: Partial<Visits>): Promise<void> {
  for (const visit of Object.values(visits)
    .flat()
    .filter((each) => each !== undefined)) {
    const path = typeof visit === 'string' ? visit : visit.path
    await show(page, path)
    if (typeof visit === 'object') await visit.open(page)
    for (const size of sizes) {
      await page.setViewportSize(size)
      // the bars are as high as the new width makes them
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect.soft(await covered(page), `${path} at ${size.width} px`).toEqual([])
      await expect(page.getByRole('button', { name: 'Reload' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(/^You are offline/)).toBeInViewport({ ratio: 1 })
    }
  }
}

// the frame of a phone would be scaled; only Chromium stays offline for the worker too
test.use({ isMobile: false })

test('a customer presses every button and sees every focused field, offline and with an update waiting', {
  tag: ['@chromium', '@long'],
}, async ({ page, shop, front }) => {
  const { buyer, visits } = await prepare(shop)
  await signIn(page, shop, buyer)
  await page.goto('/#/Order')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await cutOff(page, front)
  await expectUncovered(page, visits.buyer)
})

for (const size of sizes)
  test(`what gets the focus by Tab stands above a toast at ${size.width} px`, { tag: ['@chromium', '@long'] }, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/#/products')
    const button = page.getByRole('button', { name: /^Add to the cart/ }).nth(3)
    // pressed by key at the bottom edge, where the toast comes
    await button.evaluate((each) => {
      each.scrollIntoView({ block: 'end', behavior: 'instant' })
      scrollBy({ top: -8, behavior: 'instant' })
    })
    await button.evaluate((each: HTMLElement) => each.focus({ preventScroll: true }))
    await page.keyboard.press('Enter')
    const toast = page.getByText(/^In the cart: /)
    await expect(toast).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(coveredFocus)).toBe('')
    // a toast under the pointer stays
    await toast.hover()
    // to the end of the page
    expect(await coveredByTab(page, 30)).toEqual([])
    await expect(toast).toBeVisible()
  })

test('an exporter too, also in the offer for sixty products, by Tab', { tag: ['@chromium', '@long'] }, async ({
  page,
  shop,
  front,
}) => {
  test.setTimeout(400_000)
  const { visits } = await prepare(shop)
  await signIn(page, shop, admin)
  await page.goto('/#/admin/order')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await cutOff(page, front)
  await expectUncovered(page, visits.admin)
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect.soft(await coveredByTab(page, 80), `by Tab at ${size.width} px`).toEqual([])
  }
})
