import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { FishPage } from '../../contract/fishes.ts'
import { expectAccessible, expectNoSideways, tooWide } from './accessible.ts'
import { admin, expect, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

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

/** Looks at a step with texts of 200 %, on a phone and on a tablet. */
async function expectLargeTextFits(page: Page) {
  const size = page.viewportSize()
  for (const width of [820, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect.soft(await tooWide(page), `at ${width} px`).toEqual([])
  }
  if (size) await page.setViewportSize(size)
}

const chooseList = (page: Page, rows: string[]) => page.getByLabel('Choose a spreadsheet').setInputFiles(list(rows))

test('products are imported from a spreadsheet with pictures, wrong cells are listed, and a second import changes them', async ({
  page,
  shop,
}) => {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import products' })).toBeVisible()
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
  await expectLargeTextFits(page)
  const step = page.getByRole('group', { name: 'Import products' })
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Back to the columns' }).click()
  // the pressed button is gone: the step that it led to has the focus, and the choices are as they were
  await expect(step).toBeFocused()
  await expect(page.getByLabel('Field of the product: Note')).toHaveValue('packing')
  await page.getByRole('button', { name: 'Check the rows' }).click()

  const wrong = page.getByRole('table', { name: 'Wrong cells' })
  await expect(wrong.getByRole('row', { name: 'Row 3' })).toContainText('much')
  await expect(wrong.getByRole('row', { name: 'Row 4' })).toContainText('Please fill in this field')
  await expectAccessible(page)
  await expectNoSideways(page)
  await expectLargeTextFits(page)
  await page.getByRole('button', { name: 'Import 1 valid row' }).click()
  await expect(page.getByText('Imported. New: 1, changed: 0, unchanged: 0.')).toBeVisible()
  await expect(page.getByText('Pictures stored: 1')).toBeVisible()
  await expectLargeTextFits(page)
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?keyword=im-1')
  expect(fishes).toMatchObject([{ code: 'IM-1', countInStock: 4.5, type: 'fish', packing: 'mine' }])
  expect(fishes[0]?.image).toMatch(/^\/images\//)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseList(page, [hake('im-1', '1.250')])
  // what was guessed can be changed where the rows are shown, before and after they are checked
  const understood = page.getByRole('table', { name: 'Rows as they were understood' })
  await expect(understood).toContainText('Please choose the decimal sign above.')
  await page.getByLabel('Decimal sign').selectOption('Comma (12,5)')
  await expect(understood).toContainText('1,250 t')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('table', { name: 'Products that change' })).toContainText(/4\.5\st.*1,250\st/)
  await page.getByLabel('Decimal sign').selectOption('Point (12.5)')
  await expect(page.getByRole('table', { name: 'Products that change' })).toContainText(/4\.5\st.*1\.25\st/)
  await expectLargeTextFits(page)
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('Imported. New: 0, changed: 1, unchanged: 0.')).toBeVisible()
  const after = await shop.api<FishPage>('GET', '/fish/?keyword=im-1')
  expect(after.fishes).toMatchObject([{ _id: fishes[0]?._id, countInStock: 1.25, packing: 'mine' }])
})

// Firefox has no download events over WebDriver BiDi, so the file is taken where the page makes its address
test('Firefox writes the catalogue as XLSX and reads it back in the worker', { tag: '@firefox' }, async ({
  page,
  shop,
}) => {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/products')
  const before = (await shop.api<{ count: number }>('GET', '/fish/count/')).count
  await expect(page.getByRole('button', { name: 'Export XLSX' })).toBeVisible()
  const made = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const { createObjectURL } = URL
        URL.createObjectURL = (blob: Blob) => {
          void blob.arrayBuffer().then((bytes) => resolve([...new Uint8Array(bytes)]))
          return createObjectURL(blob)
        }
      }),
  )
  await page.getByRole('button', { name: 'Export XLSX' }).click()
  const buffer = Buffer.from(await made)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByLabel('Choose a spreadsheet').setInputFiles({ name: 'products.xlsx', mimeType: '', buffer })
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Unchanged' })).toContainText(
    new RegExp(`Unchanged\\s*${before}`),
  )
})
