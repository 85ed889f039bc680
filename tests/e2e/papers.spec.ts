import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfText } from '../support/pdf-text.ts'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { acceptedOrder, fillIn, firstAccount, giveAccount, seller } from './paper-deal.ts'
import { admin, expect, type Shop, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const papersOf = (page: Page) => page.getByRole('region', { name: 'Papers' })

/** The text of a paper as somebody saves it from the page. */
async function savedText(
  page: Page,
  name: string,
  { shop, token, order }: { shop: Shop; token: string; order: string },
) {
  const save = page.getByRole('button', { name: `Save ${name} as a file` }).first()
  await expect(save).toBeVisible()
  const { events } = await dealIn(shop).read(order, token)
  const file = events.flatMap(({ files = [] }) => files).find((each) => each.name === name)
  const answer = await fetch(`${shop.url}/api/files/${file?._id}/`, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  // Firefox opens a PDF that it has saved, and tells of no download over BiDi
  if (page.context().browser()?.browserType().name() === 'chromium') {
    const download = page.waitForEvent('download')
    await save.click()
    expect((await readFile(await (await download).path())).equals(bytes)).toBe(true)
  }
  return pdfText(bytes)
    .join('\n')
    .replace(/[\u00a0\u202f]/g, ' ')
}

test('an exporter on a tablet makes both papers, and the buyer finds them on the phone', { tag: turn(0, 2) }, async ({
  page,
  browser,
  shop,
}) => {
  const token = await shop.adminToken()
  await fillIn(shop, token)
  await giveAccount(shop, token)
  const buyer = await shop.newCustomer()
  const { _id, reference } = await acceptedOrder(shop, buyer)
  const office = await browser.newContext({ baseURL: shop.url, viewport: { width: 820, height: 1180 } })
  try {
    const tablet = await office.newPage()
    await signIn(tablet, shop, admin)
    await tablet.goto(`/#/order/${_id}`)
    const papers = papersOf(tablet)
    await papers.getByRole('button', { name: 'Preview' }).click()
    await expect(tablet.getByRole('link', { name: 'Open the draft in a new tab' })).toHaveAttribute('href', /^blob:/)
    await tablet.getByRole('button', { name: 'Issue' }).click()
    const said = papers.getByText(/^PF-\d{4}-\d{4} is made\. The buyer finds it in the thread\.$/)
    await expect(said).toBeFocused()
    const [proforma = ''] = (await said.innerText()).split(' ')
    await papers.getByRole('combobox', { name: 'Paper' }).selectOption({ label: 'Packing list' })
    await papers.getByRole('button', { name: 'Preview' }).click()
    await tablet.getByRole('button', { name: 'Issue' }).click()
    const [packing = ''] = (await papers.getByText(/^PL-\d{4}-\d{4} is made/).innerText()).split(' ')
    await expect(papers.getByRole('list', { name: 'Papers of this order' }).locator('> li')).toHaveCount(2)
    await expectAccessible(tablet)
    await expectNoSideways(tablet)
    const paperOf = { shop, token, order: _id }
    expect(await savedText(tablet, `${proforma}.pdf`, paperOf)).toContain(seller.legalName)

    await signIn(page, shop, buyer)
    await page.goto(`/#/order/${_id}`)
    const thread = page.getByRole('list', { name: 'Thread' })
    await expect(thread).toContainText(`Pro forma invoice ${proforma}`)
    const paper = await savedText(page, `${proforma}.pdf`, { ...paperOf, token: buyer.token })
    for (const part of [
      reference,
      'Quai de Pêche, Môle 10',
      'FOB Dakar',
      'Freight',
      '€250.00',
      '€7,650.00',
      firstAccount.bank,
    ])
      expect(paper).toContain(part)
    const list = await savedText(page, `${packing}.pdf`, { ...paperOf, token: buyer.token })
    for (const part of ['CSQU3054383', 'Seal: ML 77', 'Temperature: -18 °C', '1,500 kg']) expect(list).toContain(part)
    // making them is the shop's
    await expect(papersOf(page)).toHaveCount(0)
  } finally {
    await office.close()
  }
})

// only Chromium writes a PDF, and lets a test print offline
test('a draft is printed without a connection, in the language of the order, with what was just loaded', {
  tag: ['@chromium', '@worker', '@long'],
}, async ({ page, context, shop }) => {
  const token = await shop.adminToken()
  await fillIn(shop, token)
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const shippingAddress = { phone: '1', address: 'Muelle 3', city: 'Vigo', postalCode: '36', country: 'España' }
  const { _id, reference } = await deal.request(buyer, 1, { shippingAddress, language: 'es' })
  const { events } = await deal.offer(_id)
  await deal.say(_id, { kind: 'accept', offer: events.at(-1)?._id ?? '' }, buyer.token)

  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: Number(Reflect.get(window, 'printed') ?? 0) + 1 })
  })
  await signIn(page, shop, admin)
  // the order is on the device before the worker is
  await page.goto(`/#/order/${_id}`)
  await savedForOffline(page)
  const papers = papersOf(page)
  await expect(papers.getByText('No paper was made yet.')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(papers.getByText(/Making a paper needs a connection/)).toBeVisible()
  const printed = () => page.evaluate(() => Reflect.get(window, 'printed') as number | undefined)

  await papers.getByRole('button', { name: 'Draft of pro forma' }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheet = page.locator('#paper-draft')
  await expect(sheet).toBeVisible()
  await expect(papers).toBeHidden()
  const words = (await sheet.innerText()).replace(/[\u00a0\u202f]/g, ' ')
  for (const part of [
    ...['BORRADOR / DRAFT', 'Factura proforma / Pro forma invoice', reference, seller.legalName, 'Muelle 3'],
    ...['Sin número: no válido para pagos ni aduanas', '1.850,00 €', '3.700,00 €', 'Freight', '250,00 €', '3.950,00 €'],
  ])
    expect(words).toContain(part)
  expect(words).not.toMatch(/PF-\d|GB82|FR14/)
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await expect(sheet).toBeHidden()

  // in the cold store, still without a connection
  await expect(papers.getByRole('button', { name: 'Draft of packing list' })).toHaveCount(0)
  const fish = page.getByRole('region', { name: 'Where is my fish' })
  await fish.getByRole('button', { name: 'Add a milestone' }).click()
  const form = page.getByRole('dialog', { name: 'Add a milestone' })
  await form.getByLabel('Step', { exact: true }).selectOption('loaded')
  await form.getByRole('textbox', { name: 'Container' }).fill('csqu 305438-3')
  await form.getByRole('textbox', { name: /: tonnes loaded/ }).fill('1.25')
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(form).toHaveCount(0)
  await papers.getByRole('button', { name: 'Draft of packing list' }).click()
  await expect.poll(printed).toBe(2)
  await page.emulateMedia({ media: 'print' })
  for (const part of ['Lista de empaque / Packing list', 'CSQU3054383', '1,25 t', '1.250 kg'])
    await expect(sheet).toContainText(part)
  await page.emulateMedia({ media: 'screen' })
  await context.setOffline(false)
})
