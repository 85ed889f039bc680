import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { backgroundSync } from './proof-device.ts'
import { admin, expect, type Shop, savedForOffline, signIn, test } from './shop.ts'

/** A photo of a phone, with where it was taken. */
async function photo() {
  const [width, height] = [2600, 1300]
  const noise = await sharp(randomBytes(26 * 13 * 3), { raw: { width: 26, height: 13, channels: 3 } })
    .resize(width, height)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 40/1 0/1' } })
    .jpeg()
    .toBuffer()
  return { name: 'Cod in the hold.JPEG', mimeType: 'image/jpeg', buffer: noise }
}

/** A buyer's order of one product on a device that has the app and the order saved. */
async function openOrder(page: Page, shop: Shop) {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const order = await deal.request(buyer, 1)
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${order._id}`)
  await savedForOffline(page)
  const thread = page.getByRole('region', { name: 'Conversation' })
  await expect(thread).toBeVisible()
  return { deal, buyer, order, thread }
}

test('photos and papers go with a message: announced at once, sent behind it, seen and kept by the other side', {
  // over BiDi, Firefox does not fire `online` in a page that was loaded offline
  tag: '@chromium',
}, async ({ page, context, shop, browser }) => {
  const { deal, buyer, order, thread } = await openOrder(page, shop)
  const paper = { name: 'Certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nhello') }

  await context.setOffline(true)
  await thread.locator('input[type=file][multiple]').setInputFiles([await photo(), paper])
  const chosen = thread.getByRole('list', { name: 'Attached files' })
  await expect(chosen.getByRole('listitem')).toHaveText([/Cod in the hold\.jpg/, /Certificate\.pdf/])
  // chosen files are there after a restart
  await page.reload()
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await expectNoSideways(page)
  await expectAccessible(page)
  await thread.getByRole('button', { name: 'Send message' }).click()
  await expect(chosen).toHaveCount(0)
  await expect(thread.getByText('Announced, not here yet')).toHaveCount(2)
  await page.reload()
  await expect(thread.getByText('Announced, not here yet')).toHaveCount(2)
  await context.setOffline(false)
  await expect(thread.getByText('Announced, not here yet')).toHaveCount(0)

  const desk = await browser.newPage({ baseURL: shop.url, viewport: { width: 1280, height: 800 } })
  await signIn(desk, shop, admin)
  await desk.goto(`#/order/${order._id}`)
  const files = desk.getByRole('list', { name: 'Files', exact: true })
  await expect(files.getByRole('listitem')).toHaveText([/Cod in the hold\.jpg/, /Certificate\.pdf/])
  await files.getByRole('button', { name: 'Open Cod in the hold.jpg' }).click()
  const picture = files.getByRole('img', { name: 'Cod in the hold.jpg' })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(2048)
  const sent = (await deal.read(order._id, buyer.token)).events[0]?.files ?? []
  const stored = await fetch(`${shop.url}/api/files/${sent[0]?._id}/`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  const { exif, width, height } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
  expect([exif, width, height]).toEqual([undefined, 2048, 1024])

  // what was saved is read without a connection
  await desk.getByRole('button', { name: /Save all files of this order/ }).click()
  await expect(desk.getByText('All 2 files of this order are saved on this device.')).toBeVisible()
  const download = desk.waitForEvent('download')
  await desk.context().setOffline(true)
  await files.getByRole('button', { name: 'Save Certificate.pdf as a file' }).click()
  expect((await download).suggestedFilename()).toBe('Certificate.pdf')
  await desk.close()
})

test('a file of a message that still waits on the device is removed, and never announced', {
  // as above
  tag: ['@chromium', '@long'],
}, async ({ page, context, shop }) => {
  const { deal, buyer, order, thread } = await openOrder(page, shop)
  const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${name}`) })
  const files = thread.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')
  const send = async (names: string[]) => {
    await thread.locator('input[type=file][multiple]').setInputFiles(names.map(paper))
    await expect(thread.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(names.length)
    await thread.getByRole('button', { name: 'Send message' }).click()
    await expect(files).toHaveCount(names.length)
  }
  await context.setOffline(true)
  await send(['Right.pdf', 'Wrong.pdf'])
  await expectAccessible(page)
  await thread.getByRole('button', { name: 'Remove Wrong.pdf' }).click()
  await expect(page.getByText('Wrong.pdf is removed. It was not sent.')).toBeFocused()
  // an array, since the sentence may be there before the file is gone
  await expect(files).toHaveText([/Right\.pdf/])
  // a message of nothing but this file goes with it
  await thread.getByRole('button', { name: 'Remove Right.pdf' }).click()
  await expect(files).toHaveCount(0)
  await send(['Best.pdf'])
  await context.setOffline(false)
  await expect(thread.getByText('Announced, not here yet')).toHaveCount(0)
  const { events } = await deal.read(order._id, buyer.token)
  expect(events.flatMap((event) => event.files ?? []).map(({ name }) => name)).toEqual(['Best.pdf'])
})

// only Chromium has Background Sync
test('a message and its files are sent while no page is open', { tag: ['@chromium', ...turn(2, 3)] }, async ({
  page,
  context,
  shop,
}) => {
  const { deal, buyer, order, thread } = await openOrder(page, shop)
  await context.setOffline(true)
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)])
  const paper = { name: 'Certificate.pdf', mimeType: 'application/pdf', buffer }
  await thread.locator('input[type=file][multiple]').setInputFiles([paper])
  await expect(thread.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1)
  await thread.getByRole('button', { name: 'Send message' }).click()
  await expect(thread.getByText('Announced, not here yet')).toHaveCount(1)
  await page.goto('about:blank')
  await context.setOffline(false)
  const wakeWorker = await backgroundSync(page, shop.url)
  const files = async () => {
    await wakeWorker()
    const { events } = await deal.read(order._id, buyer.token)
    return events.flatMap(({ files = [] }) => files).map(({ here }) => here)
  }
  await expect.poll(files).toEqual([true])
  const { events } = await deal.read(order._id, buyer.token)
  const headers = { authorization: `Bearer ${buyer.token}` }
  const stored = await fetch(`${shop.url}/api/files/${events[0]?.files?.[0]?._id}/`, { headers })
  expect(Buffer.from(await stored.arrayBuffer()).equals(buffer)).toBe(true)
})

test('a file that is not what it says is refused, and another one is chosen in its place', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const order = await deal.request(buyer, 1)
  await signIn(page, shop, buyer)
  await page.goto(`#/order/${order._id}`)
  const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })
  await page.locator('input[type=file][multiple]').setInputFiles(file('paper.pdf', 'application/pdf', 'words'))
  const attached = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(attached).toHaveText(/paper\.pdf/)
  await page.getByRole('button', { name: 'Send message' }).click()
  const thread = page.getByRole('list', { name: 'Thread' })
  await expect(thread).toContainText('It is neither a picture nor a PDF.')
  const again = thread.locator('input[type=file]')
  await again.setInputFiles(file('paper.txt', 'text/plain', 'words'))
  await expect(thread.getByRole('alert')).toHaveText('paper.txt: only pictures and PDF files can be sent')
  await again.setInputFiles(file('right.pdf', 'application/pdf', '%PDF-1.7\nhello'))
  await expect(thread.getByRole('alert')).toHaveCount(0)
  await expect(attached).toHaveText(/right\.pdf/)
})
