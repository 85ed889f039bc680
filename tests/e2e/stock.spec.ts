import type { Page } from '@playwright/test'
import type { FishDetail, FishPage } from '../../contract/fishes.ts'
import { turn } from '../support/run.ts'
import { admin, expect, type Shop, savedForOffline, signIn, test } from './shop.ts'

/** The newest product, whose row is on the first page, and its name. */
async function newest(shop: Shop) {
  const [fish] = (await shop.api<FishPage>('GET', '/fish/?per_page=1')).fishes
  if (!fish) throw new Error('The shop has no products')
  return fish
}
const saved = async (shop: Shop, id: string) => (await shop.api<FishDetail>('GET', `/fishes/${id}`)).countInStock
const set = async (shop: Shop, id: string, countInStock: number) =>
  shop.api('PUT', `/fishes/${id}/stock/`, {
    token: await shop.adminToken(),
    body: { countInStock, seen: await saved(shop, id) },
  })
async function changesOf(shop: Shop, id: string, to: number) {
  const token = await shop.adminToken()
  const log = await shop.api<{ thing: { _id: string }; changes: { to: string }[] }[]>(
    'GET',
    '/admin/log/?per_page=100',
    { token },
  )
  return log.filter(({ thing, changes }) => thing._id === id && changes.some((change) => change.to === String(to)))
}

async function openTable(page: Page, shop: Shop) {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products')
  await savedForOffline(page)
}

test('a stock typed offline survives a reload and reaches the shop once', { tag: turn(2, 3) }, async ({
  page,
  context,
  shop,
}) => {
  const { _id, trade_name } = await newest(shop)
  const before = await saved(shop, _id)
  await openTable(page, shop)
  const field = page.getByRole('textbox', { name: `Stock of ${trade_name}` })
  await expect(field).toHaveValue(String(before))
  const row = page.getByRole('row').filter({ has: field })

  await field.fill('many')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Please enter a number of tonnes, 0 or more/)
  await field.press('Escape')
  await expect(field).toHaveValue(String(before))

  // half typed
  await field.fill('13')
  await page.reload()
  await expect(field).toHaveValue('13')
  await field.press('Escape')
  await expect(field).toHaveValue(String(before))
  await page.reload()
  await expect(field).toHaveValue(String(before))

  await context.setOffline(true)
  await field.fill('41.5')
  await field.press('Enter')
  await expect(row.getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('41.5')
  await expect(row.getByText('Waiting for a connection')).toBeVisible()
  await field.fill('42')
  await row.getByRole('button', { name: `Save the stock of ${trade_name}` }).click()
  await expect(field).toHaveValue('42')
  await page.goto('#/offline')
  await expect(page.getByText(`Stock of ${trade_name}: 42`)).toBeVisible()
  expect(await saved(shop, _id)).toBe(before)

  await context.setOffline(false)
  await expect.poll(() => saved(shop, _id)).toBe(42)
  await page.goto('#/admin/products')
  await expect(field).toHaveValue('42')
  await expect(row.getByText('Waiting for a connection')).toHaveCount(0)
  expect(await changesOf(shop, _id, 42)).toHaveLength(1)
  await set(shop, _id, before)
})
