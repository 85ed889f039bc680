import type { Page } from '@playwright/test'
import type { FishDetail } from '../../contract/fishes.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { admin, expect, type Shop, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const field = (name: string) => ({ name, exact: true })

async function addProduct(shop: Shop, token: string): Promise<FishDetail> {
  const form = new FormData()
  const names = { trade_name: 'Shared octopus', trade_name_fr: 'Poulpe partagé', trade_name_es: 'Pulpo compartido' }
  const facts = { classe: 'Cephalopoda', category: 'Octopodidae', type: 'seafood', countInStock: '5' }
  for (const [name, text] of Object.entries({ ...names, ...facts })) form.append(name, text)
  const headers = { authorization: `Bearer ${token}` }
  const made = await fetch(`${shop.url}/api/fishes/create/`, { method: 'POST', body: form, headers })
  if (!made.ok) throw new Error(await made.text())
  return made.json()
}

async function openProduct(page: Page, shop: Shop) {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products?keyword=shared%20octopus')
  await page.getByRole('button', { name: 'Edit Shared octopus' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Shared octopus' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('two administrators edit one product: the second chooses where both changed a field, and nothing is lost', {
  tag: '@long',
}, async ({ page, browser, shop }) => {
  const token = await shop.adminToken()
  const { _id } = await addProduct(shop, token)
  const saved = () => shop.api<FishDetail>('GET', `/fishes/${_id}`)
  const other = await browser.newContext({ baseURL: shop.url })
  try {
    const second = await openProduct(page, shop)
    await second.getByRole('textbox', field('Stock')).fill('7')
    await second.getByRole('textbox', field('Packing')).fill('10 kg')
    await second.getByRole('textbox', field('Size')).fill('T4')

    const first = await openProduct(await other.newPage(), shop)
    await first.getByRole('textbox', field('Stock')).fill('6')
    await first.getByRole('textbox', field('Packing')).fill('5 kg')
    await first.getByRole('textbox', field('Origin')).fill('FAO 34')
    await first.getByRole('button', { name: 'Save' }).click()
    await expect(first).toHaveCount(0)

    await second.getByRole('button', { name: 'Save' }).click()
    const stock = second.getByRole('group', field('Stock'))
    await expect(stock.getByRole('radio', { name: 'Your value 7' })).toBeChecked()
    await expect(second.getByRole('group', field('Size'))).toHaveCount(0)
    await expect(second.getByRole('textbox', field('Origin'))).toHaveValue('FAO 34')
    await expectAccessible(page)
    await expectNoSideways(page)
    // by keyboard, from one value to the other
    await stock.getByRole('radio', { name: 'Your value 7' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(stock.getByRole('radio', { name: 'Saved value 6' })).toBeChecked()
    await expect(second.getByRole('textbox', field('Stock'))).toHaveValue('6')
    expect(await saved()).toMatchObject({ countInStock: 6, packing: '5 kg' })
    await second.getByRole('button', { name: 'Save' }).click()
    await expect(second).toHaveCount(0)
    expect(await saved()).toMatchObject({ countInStock: 6, packing: '10 kg', size: 'T4', origin: 'FAO 34' })
  } finally {
    await other.close()
    await shop.api('DELETE', `/fishes/delete/${_id}/`, { token })
  }
})
