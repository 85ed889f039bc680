import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, expect, savedForOffline, signIn, test } from './shop.ts'

test('an accepted order is deleted with its reference typed; both sides have a copy for reading', {
  tag: '@long',
}, async ({ page, shop, browser, context }) => {
  const deal = dealIn(shop)
  const customer = await shop.newCustomer()
  const { _id, reference } = await deal.request(customer, 2)
  const offer = (await deal.offer(_id)).events.at(-1)?._id ?? ''
  await deal.say(_id, { kind: 'accept', offer }, customer.token)
  await signIn(page, shop, customer)
  await page.goto(`/#/order/${_id}`)
  await savedForOffline(page)
  const note = page
    .getByRole('article')
    .getByText(/^This request was removed by the shop on .+\. This is a copy for reading\.$/)
  const message = page.getByRole('textbox', { name: 'Write a message' })
  await expect(message).toBeVisible()
  await expect(note).toHaveCount(0)

  const desk = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await signIn(desk, shop, admin)
  await desk.goto(`/#/admin/order?tab=accepted&keyword=${reference}`)
  const row = desk.getByRole('row').filter({ hasText: reference })
  const menu = row.getByRole('button', { name: `More for ${reference}` })
  await menu.click()
  await desk.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = desk.getByRole('alertdialog', { name: 'Are you sure want to delete?' })
  const field = dialog.getByRole('textbox', { name: `Type the reference ${reference}` })
  await expect(field).toBeFocused()
  await expectAccessible(desk)
  await field.fill('Q-0000-0000')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('This request is accepted. Type its reference to delete it.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(reference.toLowerCase())
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)

  // the open screen of the buyer
  await expect(note).toBeVisible()
  await expect(message).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Prices of this offer' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await context.setOffline(true)
  await page.reload()
  await expect(note).toBeVisible()
  await page.goto('/#/Order')
  await expect(page.getByText('Removed by the shop', { exact: true })).toBeVisible()
  await context.setOffline(false)

  await desk.goto(`/#/admin/order?tab=all&keyword=${reference}`)
  await expect(row.getByText('Removed by the shop', { exact: true })).toBeVisible()
  await expect(menu).toHaveCount(0)
  await row.getByRole('link', { name: 'View' }).click()
  await expect(desk.getByRole('article').getByText(/^This request was removed by the shop on /)).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Write a message' })).toHaveCount(0)
  await desk.context().close()
})
