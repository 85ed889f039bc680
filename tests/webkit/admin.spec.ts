import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FishPage } from '../../contract/fishes.ts'
import { admin } from '../e2e/shop.ts'
import { expect, fillOrder, logIn, test } from './test.ts'

const picture = join(import.meta.dirname, '../../public/icon-512.png')

test('an administrator adds a product with its picture', async ({ open, shop }) => {
  const screen = await open({ width: 1280, height: 900 })
  await logIn(screen, admin)
  await screen.goto('/admin/products')
  await screen.click('button', 'Add product')
  const dialog = { within: '[role=dialog]' }
  for (const [name, text] of Object.entries({
    'Trade name': 'WebKit octopus',
    'Trade name (French)': 'Poulpe de WebKit',
    'Trade name (Spanish)': 'Pulpo de WebKit',
    Famille: 'Octopodidae',
    Classe: 'Cephalopoda',
    Stock: '12.5',
  }))
    await screen.fill(new RegExp(`^${name.replace(/[()]/g, '\\$&')}\\W*$`), text, dialog)
  await screen.choose(/^Type/, 'seafood')
  await screen.chooseFile(picture)
  await screen.click('button', 'Save', dialog)
  await screen.misses('dialog')
  const { fishes } = await shop.api<FishPage>('GET', '/fish/?keyword=webkit%20octopus')
  expect(fishes).toHaveLength(1)
  expect(fishes[0]).toMatchObject({ countInStock: 12.5, type: 'seafood' })
  expect(fishes[0]?.image).toMatch(/^\/images\/[0-9a-f]+\/640\.webp$/)
})

test('orders come as CSV, and an order is printed on one page', async ({ open, buyer, fishes }) => {
  const [fish] = fishes
  const screen = await open()
  await logIn(screen, buyer)
  await fillOrder(screen, fish, '2.5')
  await screen.click('button', 'Send Order')
  await screen.says(/Sent \d{1,2} [A-Z][a-z]+ \d{4}/)
  // the pictures are loaded after the text
  const pictures = `return [...document.querySelectorAll('article img')].map((each) => each.complete && each.naturalWidth > 8)`
  await expect.poll(() => screen.run(pictures)).toEqual([true])
  const printed = await screen.print()
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  // the pictures of the lines are printed, too
  expect(printed).toContain('/Subtype /Image')

  // the driver has one browser at a time
  await screen.quit()
  const office = await open({ width: 1280, height: 900 })
  await logIn(office, admin)
  await office.goto('/admin/order')
  await office.fill('Search orders', buyer.email, { role: 'searchbox' })
  await office.isAt(/keyword=/)
  await office.sees('row', new RegExp(buyer.name))
  await office.click('button', 'Export')
  await office.click('button', 'Export CSV')
  const csv = await office.downloaded()
  expect(await readFile(csv, 'utf8')).toContain(buyer.email)
})
