import type { Browser, Page } from '@playwright/test'
import { admin, type Customer, type Shop, signIn } from '../e2e/shop.ts'
import { expect, newContext, savePicture } from './picture.ts'
import { goToLastStep } from './visits.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Scrolls to the title, which stands below the header. */
const toTitle = (page: Page) =>
  page
    .locator('main h1')
    .first()
    .evaluate((title) => title.scrollIntoView({ block: 'start' }))

/** From the cart to a request that the shop has. */
async function sendRequest(phone: Page, shop: Shop): Promise<void> {
  await goToLastStep(phone, shop)
  await button(phone, 'Send Order').click()
  await expect(phone.getByRole('article').getByText('Awaiting offer', { exact: true })).toBeVisible()
  await toTitle(phone)
}

async function writeOffer(tablet: Page): Promise<void> {
  await button(tablet, 'Make an offer').click()
  await tablet.getByRole('textbox', { name: /^Price per tonne of / }).fill('3950')
  await tablet.getByLabel('Delivery term').selectOption('CIF')
  await tablet.getByRole('textbox', { name: 'Place', exact: true }).fill('Marseille')
}

/**
 * One deal between a buyer's phone and an exporter's tablet, each step as it appears on the other side; returns the bytes of
 * its pictures.
 */
export async function filmDeal(browser: Browser, shop: Shop, buyer: Customer): Promise<number[]> {
  const baseURL = shop.url
  const contexts = await Promise.all([
    newContext(browser, { baseURL, viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 }),
    newContext(browser, { baseURL, viewport: { width: 820, height: 1180 } }),
  ])
  const [phone, tablet] = [await contexts[0].newPage(), await contexts[1].newPage()]
  const sizes: number[] = []
  const picture = async (page: Page, name: string) => {
    // a toast below the pointer would stay
    await page.mouse.move(0, 0)
    await expect(button(page, 'Dismiss')).toHaveCount(0, { timeout: 30_000 })
    sizes.push(await savePicture(page, `docs/screenshots/deal-${sizes.length + 1}-${name}.webp`))
  }
  try {
    await signIn(phone, shop, buyer)
    await signIn(tablet, shop, admin)
    // open before the request comes
    await tablet.goto('/#/admin/order')
    await tablet.getByRole('tab', { name: /^To answer/ }).click()
    await expect(tablet.getByRole('main').getByRole('link', { name: 'View' }).first()).toBeVisible()
    await sendRequest(phone, shop)
    await picture(phone, 'request')

    await button(tablet, '1 new request · Show').click()
    const request = tablet.locator(`a[href$="/order/${phone.url().split('/').at(-1)}"]`).filter({ hasText: 'View' })
    await expect(request).toBeInViewport()
    await picture(tablet, 'board')

    await request.click()
    await writeOffer(tablet)
    await picture(tablet, 'form')

    await button(tablet, 'Send offer').click()
    const offer = phone.getByRole('region', { name: 'Our offer' })
    await expect(offer).toBeVisible()
    await toTitle(phone)
    await picture(phone, 'offer')

    await button(phone, 'Accept offer').first().click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Accept offer' }).click()
    for (const page of [phone, tablet])
      await expect(page.getByRole('article').getByText('Accepted', { exact: true })).toBeVisible()
    await picture(phone, 'accepted-phone')
    await toTitle(tablet)
    await picture(tablet, 'accepted-tablet')
    return sizes
  } finally {
    await Promise.all(contexts.map((context) => context.close()))
  }
}
