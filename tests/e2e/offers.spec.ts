import type { Page } from '@playwright/test'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dayIn, dealIn, shownDay } from './deal.ts'
import { expect, fillAddress, logIn, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

// shop and reader in one zone: no hour beside the last day
test.use({ ...withoutWorker, timezoneId: 'UTC' })

const badge = (page: Page, state: string) => page.getByRole('article').getByText(state, { exact: true })
const thread = (page: Page) => page.getByRole('list', { name: 'Thread' })

async function acceptOffer(page: Page) {
  await page.getByRole('button', { name: 'Accept offer' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(/€[\d,]+\.\d\d/)
  await dialog.getByRole('button', { name: 'Accept offer' }).click()
}

test('a buyer sends a request with wishes, finds the answer marked, accepts it, and both sides see the same', async ({
  page,
  shop,
}) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  await logIn(page, buyer)
  await page.getByRole('link', { name: 'Products' }).first().click()
  const request = await deal.request(buyer, 1)
  await page.goto(`#/cart/${request.orderItems[0]?.fishe}?qty=3`)
  await page.getByRole('textbox', { name: /^Note on / }).fill('Heads off')
  await page.getByRole('button', { name: 'Proceed To Checkout' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'For your quote (optional)' }).click()
  await page.getByRole('combobox', { name: 'Delivery term' }).selectOption('FOB')
  await page.getByRole('textbox', { name: 'Port or place' }).fill('Dakar')
  await page.getByLabel('Needed by').fill(dayIn(60))
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Two deliveries')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('Two deliveries')
  await page.getByRole('button', { name: 'Send Order' }).click()
  await expect(badge(page, 'Awaiting offer')).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const asked = await deal.read(id, buyer.token)
  expect(asked.wishes).toEqual({
    incoterm: 'FOB',
    place: 'Dakar',
    neededBy: dayIn(60),
    currency: 'EUR',
    note: 'Two deliveries',
  })
  expect(asked.orderItems).toMatchObject([{ qty: 3, note: 'Heads off' }])

  // on the open request, the answer counts as read when it arrives
  await page.goto('#/Order')
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  await deal.offer(id)
  await page.reload()
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('New answer')
  await expect(page.getByRole('button', { name: `${buyer.name}, 1 new answer` })).toBeVisible()
  await expect(first).toContainText('Offer received')
  await first.getByRole('link', { name: 'View' }).click()
  const offer = page.getByRole('region', { name: 'Our offer' })
  await expect(offer).toContainText(`${shownDay(dayIn(7))}`)
  await expect(offer.getByRole('row', { name: /^Total/ })).toContainText('€5,800.00')
  await expect(page.getByRole('article').getByText('---')).toHaveCount(4)
  await acceptOffer(page)
  await expect(badge(page, 'Accepted')).toBeVisible()
  await expect(thread(page)).toContainText('Offer 1 accepted')
  expect(await deal.read(id, await shop.adminToken())).toMatchObject({ state: 'accepted', version: 2 })
})

test('an acceptance made offline counts when it arrives; one of an outdated price does not', {
  tag: ['@worker', ...turn(1, 3)],
}, async ({ page, context, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const [saved, replaced] = [await deal.request(buyer, 2), await deal.request(buyer, 1)]
  await deal.offer(saved._id)
  await deal.offer(replaced._id)
  await signIn(page, shop, buyer)
  await page.goto('/#/Order')
  await savedForOffline(page)
  await expect(page.getByText('Offer received')).toHaveCount(3)
  await context.setOffline(true)
  for (const { _id } of [saved, replaced]) {
    await page.goto(`#/order/${_id}`)
    await acceptOffer(page)
    const until = shownDay(dayIn(7))
    await expect(
      page.getByText(`Your acceptance is saved on this device. It counts only if it reaches us by ${until}.`).first(),
    ).toBeVisible()
    await expect(badge(page, 'Offer received')).toBeVisible()
    await expect(thread(page).getByText('not sent yet')).toBeVisible()
    await expect(page.getByText('Your answer waits on this device. It has not reached us yet.')).toBeVisible()
    await expect(page.getByText('it is your turn')).toHaveCount(0)
  }
  // it was shown as saved
  await page.reload()
  await expect(thread(page).getByText('not sent yet')).toBeVisible()
  await deal.offer(replaced._id, { price: 200_000, days: 14 })
  await context.setOffline(false)

  const alert = page.getByRole('alert').filter({ hasText: 'Needs your attention' })
  await expect(alert).toContainText('€1,850.00 → €2,000.00')
  await expect(badge(page, 'Offer received')).toBeVisible()
  await alert.getByRole('button', { name: 'Open the new offer' }).click()
  await expect(alert).toHaveCount(0)
  await acceptOffer(page)
  await expect(badge(page, 'Accepted')).toBeVisible()
  await page.goto(`#/order/${saved._id}`)
  await expect(badge(page, 'Accepted')).toBeVisible()
  for (const { _id } of [saved, replaced]) {
    const { events, state } = await deal.read(_id, buyer.token)
    expect(state).toBe('accepted')
    expect(events.filter(({ kind }) => kind === 'accept')).toHaveLength(1)
  }
})

test('offers are accessible and fit a phone in three languages, with 60 lines and long words', {
  tag: '@long',
}, async ({ page, shop }) => {
  test.setTimeout(360_000)
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id } = await deal.request(buyer, 60)
  await deal.offer(_id, { price: 999_999_999 })
  await deal.say(_id, { kind: 'message', text: 'W'.repeat(300) }, buyer.token)
  await deal.offer(_id, { price: 999_999_998 })
  await signIn(page, shop, buyer)
  for (const locale of ['fr', 'es', 'en']) {
    // another query loads the page again
    await page.goto(`/?lng=${locale}#/Order`)
    await expect(page.getByRole('table')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page, { colours: locale === 'en' })
    await page.goto(`/?lng=${locale}#/order/${_id}`)
    await expect(page.locator('#our-offer')).toBeVisible()
    await page.locator('#earlier-offers ~ * button').click()
    await expectNoSideways(page)
    await expectAccessible(page, { colours: locale === 'en' })
  }
  // the lines behind the dialog have been checked
  const short = await deal.request(buyer, 1)
  await deal.offer(short._id)
  await page.goto(`#/order/${short._id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

// only Chromium prints on the paper size of the page, and writes uncompressed PDF
test('an offer is printed on one page, in the language of the reader and in English', {
  tag: ['@chromium', '@long'],
}, async ({ page, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id, reference } = await deal.request(buyer, 10)
  await deal.offer(_id, { tonnes: 1.5 })
  await signIn(page, shop, buyer)
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(`/?lng=es#/order/${_id}`)
  await expect(page.getByRole('button', { name: 'Imprimir la oferta' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Imprimir la oferta' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Precio por tonelada / Price per tonne')).toBeVisible()
  await expect(page.getByText('SOLICITUD DE COTIZACIÓN', { exact: true })).toBeHidden()
  // paper is white in dark mode, too
  const label = page.getByText('Precio por tonelada / Price per tonne')
  const colour = () => label.evaluate((element) => getComputedStyle(element).color)
  const byDay = await colour()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await colour()).toBe(byDay)
  // what counts on paper, with the tonnes that are offered and not those that were asked for
  const paper = page.getByRole('heading', { name: 'Oferta / Offer 1' }).locator('xpath=../../..')
  const words = (await paper.innerText()).replace(/[\u00a0\u202f]/g, ' ')
  const until = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(dayIn(7)))
  for (const part of [reference, until, '1,5 t', '1.850,00 €', '2.775,00 €', 'Freight', '250,00 €', '28.000,00 €'])
    expect(words).toContain(part)
  const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  expect(pages(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  // more lines flow on, and their sum stands once
  const long = await deal.request(buyer, 26)
  await deal.offer(long._id)
  await page.goto(`/?lng=es#/order/${long._id}`)
  await expect(page.getByRole('heading', { name: 'Oferta / Offer 1' })).toBeVisible()
  expect(pages(await page.pdf({ preferCSSPageSize: true }))).toBe(2)
  const footers = page.locator('tfoot').evaluateAll((all) => all.map((each) => getComputedStyle(each).display))
  expect(new Set(await footers)).toEqual(new Set(['table-row-group']))
})
