import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import type { Order } from '../../contract/orders.ts'
import { oneInTurn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, savedForOffline, signIn, test } from './shop.ts'

const locales = ['en', 'fr', 'es'] as const

/** A text of the screens in a language, from the catalogs. */
function wordsIn(locale: (typeof locales)[number]): (english: string) => string {
  const catalogue = readFileSync(join(import.meta.dirname, `../../src/locales/${locale}.po`), 'utf8')
  return (english) => {
    const [, after = ''] = catalogue.split(`\nmsgid "${english}"\nmsgstr "`)
    const said = after.split('"\n')[0]
    if (!said) throw new Error(`${locale} has no '${english}'`)
    return said
  }
}

const badge = (page: Page, state: string) => page.getByRole('article').getByText(state, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Does something offline; it is still there after a restart of the app, and arrives when the connection is back. */
async function cutOff(
  page: Page,
  context: BrowserContext,
  { work, pending }: { work: () => Promise<void>; pending: string },
) {
  const waiting = page.getByRole('list', { name: /\S/ }).getByText(pending, { exact: true })
  await context.setOffline(true)
  await work()
  await expect(waiting).toHaveCount(1)
  await page.reload()
  await expect(waiting).toHaveCount(1)
  await context.setOffline(false)
  await expect(waiting).toHaveCount(0)
}

// one exporter answers buyers of every language
let tablet: BrowserContext
let desk: Page

test.beforeAll(async ({ browser, shop }) => {
  tablet = await browser.newContext({ baseURL: shop.url, viewport: { width: 820, height: 1180 } })
  desk = await tablet.newPage()
  await signIn(desk, shop, admin)
  await desk.goto('/')
  await savedForOffline(desk)
})

test.afterAll(async () => {
  await tablet.close()
})

for (const locale of oneInTurn(locales)) {
  test(`a deal on both screens, each offline at each of its steps, the buyer’s in ${locale}`, {
    // over BiDi, Firefox does not fire `online` in a page that was loaded offline
    tag: ['@chromium', '@long'],
  }, async ({ page, context, shop }) => {
    const say = wordsIn(locale)
    const deal = dealIn(shop)
    const buyer = await shop.newCustomer()
    const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
    await signIn(page, shop, buyer)
    await page.goto(`/?lng=${locale}#/cart/${fishes[0]?._id}?qty=3`)
    await savedForOffline(page)
    await button(page, say('Proceed To Checkout')).click()
    // by their names: until this screen has come, the first textbox is a note in the cart
    const address = { Phone: '+33 1', Address: 'Quai 12', City: 'Brest', 'Postal code': '29200', Country: 'France' }
    for (const [label, text] of Object.entries(address))
      await page.getByRole('textbox', { name: say(label), exact: true }).fill(text)
    await button(page, say('Continue')).click()
    await cutOff(page, context, {
      pending: say('not sent yet'),
      async work() {
        await button(page, say('Send Order')).click()
        await expect(page).toHaveURL(/#\/order\//)
        await expect(page.getByText(say('Waiting for a connection'))).toBeVisible()
        await expectAccessible(page, { colours: locale === 'en' })
        await expectNoSideways(page)
      },
    })
    await expect(badge(page, say('Awaiting offer'))).toBeVisible()
    const id = page.url().split('/').at(-1) ?? ''

    await desk.goto(`#/order/${id}`)
    await expect(badge(desk, 'Awaiting offer')).toBeVisible()
    await cutOff(desk, tablet, {
      pending: 'not sent yet',
      async work() {
        await button(desk, 'Make an offer').click()
        await desk.getByRole('textbox', { name: /^Price per tonne of / }).fill('1850')
        await desk.getByLabel('Delivery term').selectOption('FOB')
        await desk.getByRole('textbox', { name: 'Place', exact: true }).fill('Dakar')
        await button(desk, 'Send offer').dblclick()
        await expect(badge(desk, 'Awaiting offer')).toBeVisible()
      },
    })
    await expect(badge(desk, 'Offered')).toBeVisible()

    await page.reload()
    await expect(page.getByRole('region', { name: say('Our offer') })).toBeVisible()
    await cutOff(page, context, {
      pending: say('not sent yet'),
      async work() {
        await button(page, say('Accept offer')).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: say('Accept offer') })
          .dblclick()
        await expect(badge(page, say('Offer received'))).toBeVisible()
      },
    })
    await expect(badge(page, say('Accepted'))).toBeVisible()
    await desk.reload()
    await expect(badge(desk, 'Accepted')).toBeVisible()
    const { events, state } = await deal.read(id, buyer.token)
    expect([state, events.map(({ kind }) => kind)]).toEqual(['accepted', ['offer', 'accept']])
    expect(await shop.api<{ data: Order[] }>('GET', '/orders/myorders/', { token: buyer.token })).toMatchObject({
      data: [{ _id: id }],
    })
  })
}
