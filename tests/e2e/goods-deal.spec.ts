import sharp from 'sharp'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dayIn, dealIn } from './deal.ts'
import { admin, expect, savedForOffline, signIn, test } from './shop.ts'

test('a deal to the paid invoice: the deposit and a claim are reported without a connection, confirmed and settled', {
  tag: '@chromium',
}, async ({ page, browser, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const token = await shop.adminToken()
  const { _id, orderItems, version } = await deal.request(buyer, 1)
  const lines = orderItems.map(({ fishe, qty }) => ({ fishe, qty, price: 185_000 }))
  const terms = { currency: 'EUR', incoterm: 'CIF', place: 'Brest', validUntil: dayIn(7) } as const
  const payment = { deposit: 30, balance: { kind: 'days-after-arrival', days: 10 } } as const
  const { events } = await deal.say(
    _id,
    { kind: 'offer', after: version, offer: { ...terms, ...payment, lines } },
    token,
  )
  await deal.say(_id, { kind: 'accept', offer: events.at(-1)?._id ?? '' }, buyer.token)

  // the buyer, at sea
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${_id}`)
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('Deposit 30 % · €1,110.00 due')
  await savedForOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  await payments.getByRole('button', { name: 'Report a payment' }).click()
  const report = page.getByRole('dialog', { name: 'Report a payment' })
  await expect(report.getByLabel('Amount in EUR')).toHaveValue('1110.00')
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer()
  const files = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo })
  await report.locator('input[type=file][multiple]').setInputFiles([files('transfer.jpg')])
  await expect(report.getByRole('list', { name: 'Attached files' })).toContainText('transfer.jpg')
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Report' }).click()
  await expect(payments.getByText('not sent yet')).toBeVisible()
  await page.context().setOffline(false)
  await expect(payments.getByText('not sent yet')).toHaveCount(0)
  await expect(payments.getByText('reported', { exact: true })).toBeVisible()

  // the shop receives a little less
  const desk = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await signIn(desk, shop, admin)
  await desk.goto(`/#/order/${_id}`)
  const received = desk.getByRole('region', { name: 'Payments' })
  await received.getByRole('button', { name: 'Confirm' }).click()
  const confirm = desk.getByRole('dialog', { name: 'Confirm a payment' })
  await confirm.getByLabel('Amount in EUR').fill('1100')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(received).toContainText('still open: €10.00')
  await expect(payments).toContainText('still open: €10.00')

  // the goods come, and something is wrong
  const fishe = orderItems[0]?.fishe ?? ''
  const loaded = { container: 'CSQU3054383', lines: [{ fishe, qty: 2 }] }
  await deal.say(_id, { kind: 'milestone', step: 'loaded', on: dayIn(0), loaded }, token)
  await deal.say(_id, { kind: 'milestone', step: 'received', on: dayIn(0) }, buyer.token)
  const claims = page.getByRole('region', { name: 'Claims' })
  await expect(claims.getByRole('button', { name: 'Something is wrong' })).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await claims.getByRole('button', { name: 'Something is wrong' }).click()
  const claim = page.getByRole('dialog', { name: 'Something is wrong' })
  await claim.getByLabel('Kilograms').fill('2000,5')
  await claim.getByRole('button', { name: 'Send claim' }).click()
  await expect(claim.getByText('This must be at most 2000')).toBeVisible()
  await claim.getByLabel('Kilograms').fill('100')
  await claim.getByLabel('Reason').selectOption('temperature')
  await claim.locator('input[type=file][multiple]').setInputFiles([files('thermometer.jpg')])
  await expect(claim.getByRole('list', { name: 'Attached files' })).toContainText('thermometer.jpg')
  await expectAccessible(page)
  await claim.getByRole('button', { name: 'Send claim' }).click()
  await expect(claims.getByText('not sent yet')).toBeVisible()
  await page.context().setOffline(false)
  await expect(claims.getByText('open', { exact: true })).toBeVisible()
  await expectNoSideways(page)

  const card = desk.getByRole('region', { name: 'Claims' })
  await expect(card).toContainText('100 kg · Temperature')
  await expect(card.getByRole('button', { name: 'Open thermometer.jpg' })).toBeVisible()
  await desk.goto('/#/dashboard')
  await desk.getByRole('link', { name: /Claims to settle/ }).click()
  await expect(desk.getByText('claim', { exact: true })).toBeVisible()
  await desk.getByRole('link', { name: 'View' }).first().click()
  await card.getByRole('button', { name: 'Settle' }).click()
  const settle = desk.getByRole('dialog', { name: 'Settle this claim' })
  await expect(settle.getByLabel('Amount in EUR')).toHaveValue('185.00')
  await expectAccessible(desk)
  await settle.getByRole('button', { name: 'Settle' }).click()
  await expect(card.getByText('credited', { exact: true })).toBeVisible()

  // 3,700.00 less the credit and what was received
  await expect(claims).toContainText(
    'The shop has credited €185.00. What is due has fallen by it; still open: €2,415.00.',
  )
  await expect(payments).toContainText('€2,415.00')
  await expect(page.getByRole('region', { name: 'Documents' })).toContainText('Still missing: Catch certificate')
  await expectAccessible(page)
  await desk.context().close()
})
