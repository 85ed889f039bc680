import { productPage } from '../../contract/product-pages.ts'
import { expectAccessible } from './accessible.ts'
import { expect, savedForOffline, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

/* Sharing a product or a search: by the device's dialog where there is one, else by copying, chat or mail. */

test('without a dialog of the device a product is shared by address, chat and mail, also offline', {
  tag: ['@worker', '@long'],
}, async ({ page, shop, fishes }) => {
  const [fish] = fishes
  if (!fish) throw new Error('The catalogue is empty.')
  // desktop browsers differ in whether they have the dialog
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await page.goto(`/#/products/${fish._id}`)
  await savedForOffline(page)
  await page.context().setOffline(true)
  const button = page.getByRole('button', { name: 'Share' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  const address = `${shop.url}/${productPage(fish)}`
  await expect(page.getByLabel('Address of this page')).toHaveValue(address)
  await expect(page.getByRole('link', { name: 'By e-mail' })).toBeInViewport({ ratio: 1 })
  const chat = await page.getByRole('link', { name: 'By chat' }).getAttribute('href')
  expect(new URL(chat ?? '').origin).toBe('https://wa.me')
  expect(new URL(chat ?? '').searchParams.get('text')).toContain(`\n${address}`)
  const mail = new URL((await page.getByRole('link', { name: 'By e-mail' }).getAttribute('href')) ?? '')
  expect([mail.protocol, mail.searchParams.get('subject')]).toEqual(['mailto:', fish.trade_name])
  expect(mail.searchParams.get('body')).toContain(address)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  const answer = await page.request.get(address)
  expect(await answer.text()).toContain(`<h1>${fish.trade_name}</h1>`)
})

test('the dialog of the device gets name, address and picture', { tag: '@long' }, async ({ page, shop, fishes }) => {
  const fish = fishes.find(({ image }) => image !== '')
  if (!fish) throw new Error('No product has a picture.')
  await page.addInitScript(() => {
    const given = { canShare: () => true, share: async (data: ShareData) => Object.assign(window, { given: data }) }
    for (const [name, value] of Object.entries(given)) Object.defineProperty(Navigator.prototype, name, { value })
  })
  await page.goto(`/#/products/${fish._id}`)
  // a busy machine may not have the picture within the second that a browser waits with its dialog
  const given = async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    return page.evaluate(() => {
      // set by the dialog above
      const { given: data } = window as unknown as { given?: ShareData }
      return data && { title: data.title, url: data.url, types: data.files?.map(({ type }) => type) }
    })
  }
  await expect
    .poll(given)
    .toEqual({ title: fish.trade_name, url: `${shop.url}/${productPage(fish)}`, types: ['image/webp'] })
  await expect(page.getByLabel('Address of this page')).toHaveCount(0)
})
