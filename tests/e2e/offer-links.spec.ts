import type { Page } from '@playwright/test'
import { turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, type Shop, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

/* A link to an offer: made and revoked on both order screens, read by anybody, also without scripts. */

async function offered(shop: Shop) {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const { _id } = await deal.request(buyer, 2)
  const order = await deal.offer(_id)
  await deal.say(_id, { kind: 'message', text: 'What of the thread?' }, buyer.token)
  return { buyer, order }
}

const withoutDialog = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
const field = (page: Page) => page.getByRole('textbox', { name: 'Link to this offer' })
const rows = (page: Page) => page.getByRole('list', { name: 'Links to this offer' }).getByRole('listitem')

// Firefox over BiDi cannot turn scripts off
test('a buyer makes a link, somebody reads it without scripts, and the buyer revokes it', {
  tag: ['@chromium', ...turn(0, 2)],
}, async ({ page, shop, browser }) => {
  const { buyer, order } = await offered(shop)
  await withoutDialog(page)
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${order._id}`)
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  await expect(share).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(field(page)).toHaveValue(new RegExp(`^${shop.url}/o/[\\w-]{43}$`))
  const url = await field(page).inputValue()
  const chat = new URL((await page.getByRole('link', { name: 'By chat' }).getAttribute('href')) ?? '')
  expect(chat.searchParams.get('text')).toContain(`\n${url}`)
  await expect(rows(page)).toHaveText(/Link of the buyer.*not opened yet/)
  await expectAccessible(page)

  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' })
  const reader = await context.newPage()
  const answer = await reader.goto(url)
  expect(answer?.status()).toBe(200)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Offre 1')
  await expect(reader.getByRole('row', { name: 'Total' }).last()).toContainText(/7\s650,00/)
  await expect(reader.getByRole('main')).toContainText(order.reference)
  await expect(reader.getByRole('main')).not.toContainText('What of the thread?')
  await expect(reader.getByRole('button')).toHaveCount(0)

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(rows(page)).toHaveText(/opened once/)
  await rows(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByText('The link was revoked.')).toBeFocused()
  expect((await reader.goto(url))?.status()).toBe(404)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ce lien ne fonctionne pas')
  await context.close()
})

test('the exporter shares by the dialog of the device, and both see the link', { tag: '@long' }, async ({
  page,
  shop,
  browser,
}) => {
  const { buyer, order } = await offered(shop)
  await page.addInitScript(() => {
    const share = async (data: ShareData) => Object.assign(window, { given: data })
    Object.defineProperty(Navigator.prototype, 'share', { value: share })
  })
  await signIn(page, shop, admin)
  await page.goto(`/#/order/${order._id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  // set by the dialog above
  const given = () => page.evaluate(() => (window as unknown as { given?: ShareData }).given)
  await expect.poll(given).toEqual({
    title: `Offer 1 · ${order.reference}`,
    url: expect.stringMatching(new RegExp(`^${shop.url}/o/`)),
  })
  await expect(rows(page)).toHaveText(/Link of the shop.*just made/)
  const context = await browser.newContext({ baseURL: shop.url })
  const theirs = await context.newPage()
  await signIn(theirs, shop, buyer)
  await theirs.goto(`/#/order/${order._id}`)
  await theirs.getByRole('button', { name: 'Share' }).click()
  await expect(rows(theirs)).toHaveText(/Link of the shop/)
  await context.close()
})

test('without a connection a link cannot be made, and the screen says so', { tag: ['@worker', '@long'] }, async ({
  page,
  shop,
}) => {
  const { buyer, order } = await offered(shop)
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${order._id}`)
  await savedForOffline(page)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Making a link needs a connection to the shop.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make a link' })).toHaveAttribute('aria-disabled', 'true')
  await page.context().setOffline(false)
  await expect(page.getByText('Making a link needs a connection to the shop.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(field(page)).toBeVisible()
})

// Firefox over BiDi cannot emulate paper
test('the page of a link is accessible and prints the offer alone', { tag: ['@chromium', ...turn(1, 2)] }, async ({
  page,
  shop,
}) => {
  const { buyer, order } = await offered(shop)
  const { url } = await shop.api<{ url: string }>('POST', `/orders/${order._id}/links/`, { token: buyer.token })
  await page.goto(url)
  await expectAccessible(page)
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(
    page
      .getByRole('main')
      .getByText(/^Quayside/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Products' })).toBeHidden()
})

test('the page of an offer opens on a device that has the app installed', { tag: ['@worker', '@long'] }, async ({
  page,
  shop,
}) => {
  const { buyer, order } = await offered(shop)
  const { url } = await shop.api<{ url: string }>('POST', `/orders/${order._id}/links/`, { token: buyer.token })
  await page.goto('/')
  await savedForOffline(page)
  await page.goto(url)
  await expect(page.getByText(order.reference).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart' })).toHaveCount(0)
})
