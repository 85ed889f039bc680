import { turn } from '../support/run.ts'
import { checkOut, entries, expect, goTo, heading, newEntry, openContact, sendOrder, test } from './proof-device.ts'

/*
 * A connection that hangs, the 8 s after which a screen continues, and what a person does meanwhile.
 */

test('after 8 s without an answer the screens say that the request waits, and it arrives once in the end', {
  tag: '@long',
}, async ({ phone, line, ledger, fishes, shop }) => {
  const [first, second, third] = [await shop.newCustomer(), await shop.newCustomer(), await shop.newCustomer()]
  line.always('createOrder', 'hang-after')
  line.always('createReview', 'hang')
  line.always('sendContact', 'hang-after')
  const [orders, reviews, messages] = [
    await phone({ as: first }),
    await phone({ as: second }),
    await phone({ as: third }),
  ]
  await checkOut(orders.page, fishes[5], 6)
  await sendOrder(orders.page).click()
  await goTo(reviews.page, `/products/${fishes[5]?._id}`)
  await reviews.page.getByRole('combobox', { name: 'Rating' }).selectOption('3 Good')
  await reviews.page.getByRole('textbox', { name: 'Comment' }).fill('Came late.')
  await reviews.page.getByRole('button', { name: 'Submit review' }).click()
  await openContact(messages.page)
  await messages.page.getByRole('textbox', { name: 'Email', exact: true }).fill(third.email)
  await messages.page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
  await messages.page.getByRole('button', { name: 'Send', exact: true }).click()

  const { id } = await newEntry(orders.page)
  await expect(orders.page).toHaveURL(`${line.url}/#/order/${id}`)
  await expect(orders.page.getByText('Waiting for a connection').first()).toBeVisible()
  await expect(orders.page.getByText('will be sent by itself')).toBeVisible()
  await expect(heading(orders.page)).toHaveText(/^Quote request Q-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expect(reviews.page.getByText('Your review is saved on this device and will be sent by itself.')).toBeVisible()
  await expect(reviews.page.getByRole('article').filter({ hasText: 'Came late.' })).toContainText(
    'Waiting for a connection',
  )
  await expect(
    messages.page.getByText('Your message is saved on this device and will be sent by itself.'),
  ).toBeVisible()
  await expect(messages.page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  for (const { said } of [orders, reviews, messages]) expect(said).toEqual([])
  expect([...ledger.orders(first._id).map((order) => order.id), ...ledger.reviews(second._id)]).toEqual([id])
  expect(ledger.messages(third.email)).toEqual(['Are you there?'])

  line.clear()
  for (const { page } of [orders, reviews, messages]) await page.reload()
  for (const { page } of [orders, reviews, messages]) {
    await expect.poll(async () => (await entries(page))[0]?.state).toBe('done')
  }
  await expect(orders.page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}/)).toBeVisible()
  await expect(reviews.page.getByRole('listitem').filter({ hasText: 'Came late.' })).toHaveCount(1)
  await expect(reviews.page.getByRole('article').filter({ hasText: 'Waiting' })).toHaveCount(0)
  expect(ledger.orders(first._id).map((order) => order.id)).toEqual([id])
  expect(ledger.reviews(second._id)).toEqual(['Came late.'])
  expect(ledger.messages(third.email)).toEqual(['Are you there?'])
})

test('a person who opens another screen after Send stays there, and is told when the request was sent', {
  tag: '@long',
}, async ({ phone, line, ledger, fishes, buyer }) => {
  const { page } = await phone({ as: buyer })
  line.always('createOrder', 'lost-before')
  await checkOut(page, fishes[6], 2)
  await sendOrder(page).click()
  const { id } = await newEntry(page)
  await expect.poll(() => line.count({ key: id })).toBeGreaterThan(0)
  await goTo(page, '/products')
  await expect(heading(page)).toHaveText('Products')
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  line.clear()
  await expect(page.getByText(/^Your request Q-.* was sent\.$/)).toBeVisible()
  await expect(heading(page)).toHaveText('Products')
  await expect(page).toHaveURL(/#\/products$/)
  expect(ledger.orders(buyer._id).map((order) => order.id)).toEqual([id])
})

test('ten clicks on Send Order over a connection that loses answers are one order', { tag: '@long' }, async ({
  phone,
  line,
  ledger,
  fishes,
  buyer,
}) => {
  const { page } = await phone({ as: buyer })
  line.plan('createOrder', ['lost-after', '500-after', 'doubled'])
  await checkOut(page, fishes[7], 2)
  await sendOrder(page).evaluate((button: HTMLButtonElement) => {
    for (let i = 0; i < 10; i++) button.click()
  })
  await expect(page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}/)).toBeVisible()
  expect(ledger.orders(buyer._id).map(({ items }) => items)).toEqual([`${fishes[7]?._id} 2`])
  expect(await entries(page)).toHaveLength(1)
})

test('two tabs on the same place-order screen are one order', { tag: ['@core', ...turn(1, 2)] }, async ({
  phone,
  line,
  ledger,
  fishes,
  buyer,
}) => {
  const { page, context } = await phone({ as: buyer })
  await checkOut(page, fishes[8], 2)
  const other = await context.newPage()
  await other.goto('/#/placeorder')
  await expect(sendOrder(other)).toBeEnabled()
  line.plan('createOrder', ['lost-after'])
  await Promise.all([page, other].map((tab) => sendOrder(tab).evaluate((button: HTMLButtonElement) => button.click())))
  await expect.poll(async () => (await entries(page))[0]?.state).toBe('done')
  const [entry, ...more] = await entries(page)
  expect(more).toEqual([])
  expect(ledger.orders(buyer._id).map((order) => order.id)).toEqual([entry?.id])
  for (const tab of [page, other]) {
    await expect(tab.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}/).or(tab.getByText('Your cart is empty'))).toBeVisible()
  }
})

test('a stale tab that sends another cart sends another request', { tag: '@long' }, async ({
  phone,
  ledger,
  fishes,
  buyer,
}) => {
  const { page } = await phone({ as: buyer })
  for (const qty of [1, 2]) {
    await checkOut(page, fishes[9], qty)
    await sendOrder(page).click()
    await expect(page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}/)).toBeVisible()
  }
  expect(ledger.orders(buyer._id).map(({ items }) => items)).toEqual([`${fishes[9]?._id} 1`, `${fishes[9]?._id} 2`])
})
