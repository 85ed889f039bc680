import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { FishPage } from '../../contract/fishes.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { test as lineTest } from './proof-device.ts'
import { admin, expect, signIn, test } from './shop.ts'

const list = (rows: string[]) => ({
  name: 'list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Référence article;Nom commercial;trade_name_fr;Nombre comercial (español);Famille;Class;Type;Stock (t);Note;Image',
      ...rows,
    ].join('\r\n'),
  ),
})
const hake = (code: string, stock: string, name = `Import hake ${code}`) =>
  `${code};${name};Merlu;Merluza;Merlucciidae;Actinopterygii;poisson;${stock};mine;hake.png`

const chooseList = (page: Page, rows: string[]) => page.getByLabel('Choose a spreadsheet').setInputFiles(list(rows))

test('products are imported from a spreadsheet with pictures, wrong cells are listed, and a second import changes nothing', async ({
  page,
  shop,
}) => {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import products' })).toBeVisible()
  await expectAccessible(page)
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await page.getByLabel('Choose pictures').setInputFiles({ name: 'HAKE.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('Pictures chosen: 1')).toBeVisible()
  await chooseList(page, [hake('IM-1', '4,5'), hake('IM-2', 'much'), hake('IM-3', '2', ' ')])

  await expect(page.getByText('Rows in the file: 3')).toBeVisible()
  await expect(page.getByLabel('Field of the product: Nombre comercial (español)')).toHaveValue('trade_name_es')
  await expect(page.getByLabel('Field of the product: Note')).toHaveValue('')
  await page.getByLabel('Field of the product: Note').selectOption('packing')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()

  const wrong = page.getByRole('table', { name: 'Wrong cells' })
  await expect(wrong.getByRole('row', { name: 'Row 3' })).toContainText('much')
  await expect(wrong.getByRole('row', { name: 'Row 4' })).toContainText('Please fill in this field')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Import the 1 right rows' }).click()
  await expect(page.getByText('The products are in the shop: 1 new, 0 changed, 0 unchanged.')).toBeVisible()
  await expect(page.getByText('Pictures stored: 1')).toBeVisible()
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?keyword=im-1')
  expect(fishes).toMatchObject([{ code: 'IM-1', countInStock: 4.5, type: 'fish', packing: 'mine' }])
  expect(fishes[0]?.image).toMatch(/^\/images\//)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseList(page, [hake('IM-1', '4,5').replace('mine', '')])
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 rows' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Unchanged' })).toContainText(/Unchanged\s*1/)
})

// Firefox has no download events over WebDriver BiDi
test('an export can be imported and changes nothing', { tag: '@chromium' }, async ({ page, shop }) => {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products')
  const before = (await shop.api<{ count: number }>('GET', '/fish/count/')).count
  for (const kind of ['CSV', 'XLSX']) {
    await page.goto('/#/admin/products')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export ${kind}` }).click()
    const file = await (await download).path()
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page
      .getByLabel('Choose a spreadsheet')
      .setInputFiles({ name: `products.${kind.toLowerCase()}`, mimeType: '', buffer: await readFile(file) })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('button', { name: `Import ${before} rows` })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Unchanged' })).toContainText(
      new RegExp(`Unchanged\\s*${before}`),
    )
  }
})

lineTest(
  'a connection that breaks during the import loses nothing and doubles nothing',
  async ({ page, line, shop }) => {
    await signIn(page, shop, admin)
    await page.goto('/#/admin/import')
    const before = (await shop.api<{ count: number }>('GET', '/fish/count/')).count
    const rows = ['CUT-1', 'CUT-2', 'CUT-3'].map((code) => hake(code, '1'))
    await chooseList(page, rows)
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('button', { name: 'Import 3 rows' })).toBeVisible()
    // the rows arrive, the answer does not
    line.plan('importFishes', ['lost-after'])
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await expect(page.getByRole('alert')).toContainText('Network Error')
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await expect(page.getByText('The products are in the shop: 3 new, 0 changed, 0 unchanged.')).toBeVisible()
    expect((await shop.api<{ count: number }>('GET', '/fish/count/')).count).toBe(before + 3)
    // later tests order from this shop, and these products have only one tonne
    const token = await shop.adminToken()
    const { fishes } = await shop.api<FishPage>('GET', '/fish/?keyword=CUT&per_page=100')
    for (const { _id } of fishes.filter(({ trade_name }) => trade_name.startsWith('Import hake CUT')))
      await shop.api('DELETE', `/fishes/delete/${_id}/`, { token })
    expect((await shop.api<{ count: number }>('GET', '/fish/count/')).count).toBe(before)
  },
)
