import type { Page } from '@playwright/test'
import { admin, type Shop, signIn } from '../e2e/shop.ts'
import { expect } from './picture.ts'
import type { Visit } from './visits.ts'

/** A list as an exporter has it; one stock is no number. */
const list = [
  'Article number;Trade name;Trade name (French);Trade name (Spanish);Family;Class;Type;Size;Presentation;Treatment;Stock (t)',
  'DK-101;European hake;Merlu européen;Merluza europea;Merlucciidae;Actinopterygii;fish;1-2 kg;gutted;frozen;42,5',
  'DK-102;John Dory;Saint-Pierre;Pez de San Pedro;Zeidae;Actinopterygii;fish;0.8-1.2 kg;whole;fresh;6',
  'DK-201;Common octopus;Poulpe;Pulpo común;Octopodidae;Cephalopoda;seafood;T6;gutted;frozen;about 90',
  'DK-202;European squid;Encornet;Calamar europeo;Loliginidae;Cephalopoda;seafood;20-25 cm;whole;frozen;18',
].join('\r\n')

async function openDashboard(page: Page, shop: Shop): Promise<void> {
  await signIn(page, shop, admin)
  await page.goto('/#/dashboard')
  await expect(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible()
}

async function fillSettings(page: Page, shop: Shop): Promise<void> {
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Give the shop its name' }).click()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Name of the shop').fill('Dakhla Ocean Export')
  await field('Short name').fill('Dakhla Ocean')
  await field('Headline (English)').fill('From Dakhla, by the tonne')
  await expect(page.frameLocator('iframe[title=Preview]').getByText('From Dakhla, by the tonne')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
}

async function checkList(page: Page, shop: Shop): Promise<void> {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/import')
  await page
    .getByLabel('Choose a spreadsheet')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('table', { name: 'Wrong cells' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
}

/** The pictures of docs/your-own-shop.md, from a shop that begins empty. */
export const ownShopVisits: Visit[] = [
  { file: 'docs/screenshots/make-it-yours.webp', width: 1280, height: 800, scale: 1, go: openDashboard },
  { file: 'docs/screenshots/settings.webp', width: 1280, height: 900, scale: 1, go: fillSettings },
  { file: 'docs/screenshots/import.webp', width: 1280, height: 900, scale: 1, go: checkList },
]
