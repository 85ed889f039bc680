import sharp from 'sharp'
import type { Fish } from '../../contract/fishes.ts'
import type { Lot } from '../../contract/lots.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dayIn, dealIn } from './deal.ts'
import { admin, expect, savedForOffline, signIn, test } from './shop.ts'

test('in the cold store, with gloves and a scanner: three lots of one line are sent when the network is back', {
  tag: '@chromium',
}, async ({ browser, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const token = await shop.adminToken()
  const { _id, orderItems } = await deal.request(buyer, 2)
  const product = orderItems[0]?.fishe ?? ''
  const fish = await shop.api<Fish>('GET', `/fishes/${product}`)
  await shop.api('PUT', `/fishes/update/${product}/`, { body: { ...fish, hs_code: '030353', carton_net: 20 }, token })
  const { events } = await deal.offer(_id)
  await deal.say(_id, { kind: 'accept', offer: events.at(-1)?._id ?? '' }, buyer.token)
  const days = { caughtFrom: dayIn(-40), producedOn: dayIn(-30), bestBefore: dayIn(700) }
  const known = { code: 'KR-1', fishe: product, area: '34', plant: 'SN 12', ...days }
  await shop.api('POST', '/lots/', { body: known, token })

  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await signIn(phone, shop, admin)
  const lots = phone.waitForResponse((response) => response.url().includes('/api/lots/'))
  await phone.goto(`/#/order/${_id}`)
  await lots
  await savedForOffline(phone)
  const part = phone.getByRole('region', { name: 'Where is my fish' })
  await context.setOffline(true)
  await phone.reload()
  await part.getByRole('button', { name: 'Add a milestone' }).click()
  const form = phone.getByRole('dialog', { name: 'Add a milestone' })
  await form.getByLabel('Step', { exact: true }).selectOption('packed')
  await form.getByRole('button', { name: 'Add a lot' }).first().click()
  // a scanner types a code and ends with Enter
  const lot = (number: number) => form.getByRole('group', { name: new RegExp(`^Lot ${number},`) })
  const scan = async (code: string) => {
    await phone.keyboard.type(code)
    await phone.keyboard.press('Enter')
  }
  const type = async (...values: string[]) => {
    for (const value of values) await scan(value)
  }
  await expect(lot(1).getByLabel('Lot code')).toBeFocused()
  await scan('kr-1')
  await expect(lot(1).getByLabel('Cartons')).toBeFocused()
  // the net is that of the cartons
  await type('40', '', '842.5')
  await expect(lot(2).getByLabel('Lot code')).toBeFocused()
  await expect(lot(1)).toContainText('Net by the weight of a carton: 800 kg')
  await scan('KR-2')
  await expect(lot(2)).toContainText('New lot')
  await type('30', '599.625', '500')
  await lot(2).getByLabel('Best before').fill(dayIn(600))
  await lot(2).getByLabel('Best before').press('Enter')
  await type('KR-3', '30', '', '630')
  await lot(3).getByLabel('Best before').fill(dayIn(601))
  await expect(form).toContainText('Net of the lots: 1,999.625 kg. Left of this line: 2 t. Difference: −0.375 kg')
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(lot(2).getByText('This must be at least 599.625')).toBeVisible()
  await lot(2).getByLabel('Gross').fill('630')
  for (const field of await form
    .getByRole('group', { name: /^Lot \d,/ })
    .locator('input, button')
    .all())
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expectNoSideways(phone)
  await expectAccessible(phone)
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c84' } })
  const label = { name: 'label.jpg', mimeType: 'image/jpeg', buffer: await photo.jpeg().toBuffer() }
  await form.locator('input[type=file][multiple]').setInputFiles([label])
  // what is half typed is there after a reload, in its rows
  await expect(form.getByRole('list', { name: 'Attached files' })).toContainText('label.jpg')
  await phone.waitForTimeout(500)
  await phone.reload()
  await part.getByRole('button', { name: 'Add a milestone' }).click()
  await expect(lot(3).getByLabel('Lot code')).toHaveValue('KR-3')
  await form.locator('input[type=file][multiple]').setInputFiles([label])
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(form).toHaveCount(0)
  // loading begins with what was packed, also while that waits
  await part.getByRole('button', { name: 'Add a milestone' }).click()
  await form.getByLabel('Step', { exact: true }).selectOption('loaded')
  await expect(lot(3).getByLabel('Net')).toHaveValue('600')
  await phone.keyboard.press('Escape')
  await context.setOffline(false)
  await expect(part.getByText('not sent yet')).toHaveCount(0)
  const order = await deal.read(_id, token)
  const packed = order.events.find(({ step }) => step === 'packed')?.packed
  expect(packed?.lines.map(({ qty, lots: inside }) => [qty, inside?.map(({ net }) => net)])).toEqual([
    [2, [800, 599.625, 600]],
  ])
  const book = await shop.api<Lot[]>('GET', '/lots/', { token })
  expect(book.map(({ code }) => code).toSorted()).toEqual(['KR-1', 'KR-2', 'KR-3'])
  await phone.goto('/#/admin/lots')
  await expect(phone.getByRole('row').filter({ hasText: 'KR-2' })).toContainText('Missing: FAO area')
  await phone.getByRole('button', { name: 'Who got lot KR-1' }).click()
  await expect(phone.getByRole('dialog', { name: 'Who got lot KR-1' })).toContainText('800 kg')
  await expectNoSideways(phone)
  await expectAccessible(phone)
  await context.close()
})
