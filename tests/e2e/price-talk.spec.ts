import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dayIn, dealIn } from './deal.ts'
import { admin, expect, fillAddress, savedForOffline, signIn, test, withoutWorker } from './shop.ts'

// shop and reader in one zone
test.use({ ...withoutWorker, timezoneId: 'UTC' })

test('prices suggested without a network are agreed to without a network, and both sides have one deal', {
  tag: ['@worker', ...turn(0, 2)],
}, async ({ page, context, shop, browser }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id } = await deal.request(buyer, 2)
  await deal.offer(_id)
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${_id}`)
  await savedForOffline(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Suggest a price' }).click()
  const prices = page.getByRole('textbox', { name: /^Price per tonne/ })
  await prices.first().fill('1700')
  await expect(page.getByText('Difference to the offer: −€300.00')).toBeVisible()
  await page.getByRole('button', { name: 'Send these prices' }).click()
  await expect(page.getByRole('list', { name: 'Thread' }).getByText('not sent yet')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Thread' }).getByText('not sent yet')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Your suggestion, €7,350\.00, stands until/)).toBeVisible()

  const desk = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 820, height: 1180 },
    timezoneId: 'UTC',
  })
  const staff = await desk.newPage()
  await signIn(staff, shop, admin)
  await staff.goto(`/#/order/${_id}`)
  await savedForOffline(staff)
  const agree = staff.getByRole('button', { name: 'Agree (€7,350.00)' })
  await expect(agree).toBeVisible()
  await expectAccessible(staff)
  await desk.setOffline(true)
  await agree.click()
  await staff
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Agree/ })
    .click()
  await expect(staff.getByRole('list', { name: 'Thread' }).getByText('not sent yet')).toBeVisible()
  expect((await deal.read(_id, buyer.token)).state).toBe('countered')
  await desk.setOffline(false)
  await expect(staff.getByRole('article').getByText('Accepted', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByText('Accepted', { exact: true })).toBeVisible()
  const { events, orderItems } = await deal.read(_id, buyer.token)
  expect(events.map(({ kind }) => kind)).toEqual(['offer', 'counter', 'agree'])
  expect(events.at(-1)?.deal).toMatchObject({
    total: 735_000,
    lines: [
      { fishe: orderItems[0]?.fishe, qty: 2, price: 170_000 },
      { fishe: orderItems[1]?.fishe, qty: 2, price: 185_000 },
    ],
  })
  await desk.close()
})

// Firefox over BiDi cannot turn scripts off
test('somebody without an account or scripts accepts by a link, and the exporter sees who it was', {
  tag: ['@chromium', ...turn(1, 2)],
}, async ({ page, shop, browser }) => {
  const deal = dealIn(shop)
  const { _id } = await deal.request(await shop.newCustomer(), 2)
  await deal.offer(_id)
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await signIn(page, shop, admin)
  await page.goto(`/#/order/${_id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('checkbox', { name: 'Can be accepted here' }).check()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const url = await page.getByRole('textbox', { name: 'Link to this offer' }).inputValue()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'fr-FR',
    viewport: { width: 360, height: 780 },
  })
  const boss = await context.newPage()
  await boss.goto(url)
  await boss.getByLabel('Votre nom').fill('Ana Directora')
  await boss.getByRole('button', { name: 'Accepter' }).click()
  await expect(boss.getByRole('heading', { level: 1 })).toHaveText('Merci')
  await expect(page.getByRole('list', { name: 'Thread' })).toContainText('Ana Directora')
  await expect(page.getByRole('list', { name: 'Thread' })).toContainText('by link')
  await context.close()
})

test('a list that somebody sent in a chat becomes a cart without a network', {
  tag: ['@worker', ...turn(0, 3)],
}, async ({ page, context, shop }) => {
  await signIn(page, shop, await shop.newCustomer())
  await page.goto('/#/cart')
  await savedForOffline(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const list = page.getByRole('textbox', { name: 'Products and tonnes' })
  await list.fill('poulpe T4 12t, 5 t hake / squid;2,5\nnothing of this shop')
  await expect(page.getByText('No product was found for this line. It is not added.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Add 3 products' }).click()
  await expect(page.getByText('3 products added.')).toBeVisible()
  const amounts = page.getByRole('main').getByRole('spinbutton', { name: /^Quantity of / })
  await expect(amounts).toHaveCount(3)
})

test('staff write down a request of the telephone without a network', { tag: ['@worker', ...turn(1, 3)] }, async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop, admin)
  await page.goto('/#/admin/order')
  await savedForOffline(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'New request' }).click()
  await page.getByRole('textbox', { name: 'Products and tonnes' }).fill('octopus 12 t')
  await page.getByRole('button', { name: 'Add 1 product' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pêcheries Ndiaye')
  await expectAccessible(page)
  await fillAddress(page, 'Save the request')
  await expect(page.getByText('not sent yet').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('article').getByText('Awaiting offer', { exact: true })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const order = await dealIn(shop).read(id, await shop.adminToken())
  expect(order).toMatchObject({ user: { name: 'Pêcheries Ndiaye' }, orderItems: [{ qty: 12 }] })
})

test('prices for 60 lines are suggested by keyboard on a tablet', { tag: '@long' }, async ({ page, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id } = await deal.request(buyer, 60)
  await deal.offer(_id)
  await page.setViewportSize({ width: 820, height: 1180 })
  await signIn(page, shop, buyer)
  await page.goto(`/#/order/${_id}`)
  const open = page.getByRole('button', { name: 'Suggest a price' })
  await open.focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('textbox', { name: /^Price per tonne/ })
    .first()
    .focus()
  for (let line = 0; line < 60; line++) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(String(1700 + line))
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send these prices' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Your suggestion, .* stands until/)).toBeVisible()
  const { events } = await deal.read(_id, buyer.token)
  expect(events.at(-1)).toMatchObject({ kind: 'counter', until: dayIn(3) })
  expect(events.at(-1)?.lines?.map(({ price }) => price)).toEqual(
    Array.from({ length: 60 }, (_, at) => (1700 + at) * 100),
  )
})
