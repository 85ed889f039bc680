import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dayIn, dealIn, shownDay } from './deal.ts'
import { admin, expect, listensOutside, savedForOffline, signIn, test } from './shop.ts'

const vessel = 'Mediterranean Shipping Company Santa Maria de la Asunción del Atlántico XXIV'
const container = 'CSQU3054383'

test('a deal on its way: the exporter reports without a connection, the buyer sees it', {
  tag: ['@chromium', ...turn(1, 2)],
}, async ({ page, browser, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id, reference } = await deal.request(buyer, 2)
  const { events } = await deal.offer(_id)
  await deal.say(_id, { kind: 'accept', offer: events.at(-1)?._id ?? '' }, buyer.token)
  const token = await shop.adminToken()
  const booked = { vessel, from: 'Dakar', to: 'Brest', etd: dayIn(-1), eta: dayIn(9) }
  await deal.say(_id, { kind: 'milestone', step: 'booked', on: dayIn(-3), booked }, token)

  const warehouse = await browser.newContext({ baseURL: shop.url, viewport: { width: 360, height: 740 } })
  const phone = await warehouse.newPage()
  await signIn(phone, shop, admin)
  await phone.goto('/#/admin/order?tab=way')
  await savedForOffline(phone)
  await expect(phone.getByText('late', { exact: true })).toBeVisible()
  await phone.getByRole('row').filter({ hasText: reference }).getByRole('link', { name: 'View' }).click()
  const onPhone = phone.getByRole('region', { name: 'Where is my fish' })
  await expect(onPhone).toContainText(vessel)

  // in the cold store
  await warehouse.setOffline(true)
  await phone.reload()
  await onPhone.getByRole('button', { name: 'Add a milestone' }).click()
  const form = phone.getByRole('dialog', { name: 'Add a milestone' })
  await expect(form.getByLabel('Step', { exact: true })).toHaveValue('loaded')
  await form.getByRole('textbox', { name: 'Container' }).fill('csqu 305438-4')
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(form.getByText('This is not a valid container number')).toBeVisible()
  await form.getByRole('textbox', { name: 'Container' }).fill('csqu 305438-3')
  const [first] = await form.getByRole('textbox', { name: /: tonnes loaded/ }).all()
  await first?.fill('1.5')
  await form.getByRole('textbox', { name: 'Note (optional)' }).fill('Sealed')
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer()
  const picture = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo })
  await form.locator('input[type=file][multiple]').setInputFiles([picture('door.jpg'), picture('blurred.jpg')])
  const attached = form.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(attached).toHaveText([/door\.jpg/, /blurred\.jpg/])
  await form.getByRole('button', { name: 'Remove blurred.jpg' }).click()
  await expect(attached).toHaveText([/door\.jpg/])
  await expect(form.getByLabel('Add files')).toBeFocused()
  await expectAccessible(phone)
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(form).toHaveCount(0)
  await expect(onPhone.getByText('not sent yet')).toBeVisible()
  await phone.reload()
  await expect(onPhone.getByText('not sent yet')).toBeVisible()
  // what waits can still be changed
  await onPhone.getByRole('button', { name: 'Edit' }).click()
  await expect(form).toContainText('Attached before: door.jpg')
  await expect(attached).toHaveCount(0)
  await form.getByRole('textbox', { name: 'Note (optional)' }).fill('Sealed by the inspector')
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(form).toHaveCount(0)
  await warehouse.setOffline(false)
  await expect(onPhone.getByText('not sent yet')).toHaveCount(0)

  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${_id}`)
  const mine = page.getByRole('region', { name: 'Where is my fish' })
  await expect(mine).toContainText(container)
  await expect(mine).toContainText('1.5 t of 2 t, 0.5 t left')
  await expect(mine.getByRole('listitem').filter({ hasText: 'Sailed' })).toHaveAttribute('aria-current', 'step')
  const thread = page.getByRole('list', { name: 'Thread' })
  await expect(thread).toContainText('Sealed by the inspector')
  await expect(thread.getByRole('button', { name: 'Open door.jpg' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  const download = page.waitForEvent('download')
  await mine.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain(`DTSTART;VALUE=DATE:${dayIn(9).replaceAll('-', '')}\r\n`)

  // the exporter corrects it, and the buyer still sees it, struck through
  await warehouse.setOffline(true)
  await phone.getByRole('button', { name: 'Correct: Loaded' }).click()
  const correction = phone.getByRole('dialog', { name: 'Correct this step?' })
  await correction.getByRole('textbox', { name: 'Reason' }).fill('Another container')
  await correction.getByRole('button', { name: 'Correct' }).click()
  await expect(correction).toHaveCount(0)
  // the shop's day when it was reported
  const dayOf = async (step: string) => {
    const { events } = await deal.read(_id, token)
    return shownDay(events.find((event) => event.step === step)?.on ?? '')
  }
  // what waits says which step it is about
  const waits = onPhone.getByText('not sent yet').locator('..')
  await expect(waits).toContainText(`Corrected: Loaded, ${await dayOf('loaded')}`)
  await warehouse.setOffline(false)
  await expect(page.locator('s')).toHaveText(`Loaded, ${await dayOf('loaded')}`)
  await expect(mine).not.toContainText(container)
  // what was typed belongs to its own step, and is said to be there
  const received = mine.getByRole('button', { name: 'I have received the goods' })
  const paid = mine.getByRole('button', { name: 'I have paid the deposit' })
  const report = page.getByRole('dialog', { name: 'Report a step' })
  const step = report.getByLabel('Step', { exact: true })
  const note = report.getByRole('textbox', { name: 'Note (optional)' })
  await received.click()
  await note.fill('Two cartons are wet')
  await page.keyboard.press('Escape')
  await paid.click()
  await expect(step).toHaveValue('deposit')
  await expect(note).toHaveValue('')
  // a dialog hears Escape from then on, too
  await listensOutside(page)
  await page.keyboard.press('Escape')
  await received.click()
  await expect(note).toHaveValue('Two cartons are wet')
  await report.getByRole('button', { name: 'Discard what you typed' }).click()
  await expect(note).toHaveValue('')
  await expect(step).toBeFocused()
  await page.keyboard.press('Escape')
  await paid.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(mine.getByRole('status')).toHaveText('Reported. Both sides can see it.')
  await expect(onPhone.getByRole('listitem').filter({ hasText: 'Deposit paid' })).toContainText(await dayOf('deposit'))
  await warehouse.close()
})
