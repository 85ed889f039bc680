import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { FishPage } from '../../contract/fishes.ts'
import { expectAccessible } from './accessible.ts'
import { admin, expect, listensOutside, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const picture = fileURLToPath(new URL('../../server/demo/pictures/octopus-vulgaris/640.webp', import.meta.url))
const field = (name: string) => ({ name, exact: true })

const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

test.beforeEach(({ page, shop }) => signIn(page, shop, admin))

test('a product is added with its picture, edited and deleted', async ({ page, shop }) => {
  await page.goto('/#/admin/products')
  await page.getByRole('button', { name: 'Add product' }).click()
  const dialog = page.getByRole('dialog', { name: 'New product' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', field('Trade name'))).toBeFocused()
  await expectAccessible(page)
  for (const [name, text] of [
    ['Trade name', 'Test octopus'],
    ['Trade name (French)', 'Poulpe d’essai'],
    ['Trade name (Spanish)', 'Pulpo de prueba'],
    ['Famille', 'Octopodidae'],
    ['Classe', 'Cephalopoda'],
    ['Stock', '12,5'],
    ['Scientific name', 'Octopus probatus'],
    ['FAO code', 'occ'],
  ] as const) {
    await dialog.getByRole('textbox', field(name)).fill(text)
  }
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('seafood')
  const image = dialog.getByLabel('Image')
  await image.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog.getByText('Please choose a picture')).toBeVisible()
  await image.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.locator('[aria-live=polite]').filter({ hasText: 'This picture cannot be read.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove picture 1' }).click()
  await image.setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search products' }).fill('poulpe d’essai')
  // the search is in the address, so the shown list is its answer
  await expect(page).toHaveURL(/keyword=/)
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit Test octopus' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Test octopus' })
  await expect(edit.getByRole('textbox', field('Stock'))).toHaveValue('12.5')
  await expect(edit.getByRole('textbox', field('FAO code'))).toHaveValue('OCC')
  await edit.getByRole('textbox', field('Stock')).fill('0')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  const found = async () => (await shop.api<FishPage>('GET', '/fish/?keyword=test%20octopus')).fishes
  const [saved] = await found()
  expect(saved).toMatchObject({ countInStock: 0, type: 'seafood' })
  expect(saved?.image).toMatch(/^\/images\/[0-9a-f]+\/640\.webp$/)

  await page.getByRole('button', { name: 'Delete Test octopus' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Are you sure want to delete?' })
  await expect(ask.getByRole('button', { name: 'Close' })).toBeFocused()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(ask).toHaveCount(0)
  expect(await found()).toEqual([])
})

test('a dialog closes by Escape, by a click outside and by its close button; focus returns and the page stays usable', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/#/admin/products')
  const add = page.getByRole('button', { name: 'Add product' })
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(2, 2),
    () => page.getByRole('button', { name: 'Close dialog' }).click(),
  ]
  for (const close of ways) {
    await add.click()
    await expect(page.getByRole('dialog', { name: 'New product' })).toBeVisible()
    await expect(page.getByRole('textbox', field('Trade name'))).toBeFocused()
    await listensOutside(page)
    await close()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(add).toBeFocused()
  }
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialogs(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
})
