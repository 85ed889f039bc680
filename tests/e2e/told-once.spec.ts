import { turn } from '../support/run.ts'
import { dealIn } from './deal.ts'
import { expect, savedOrders, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

test('news of a request that is not on the screen is told in one message, which leads there; on its screen it is marked', {
  tag: ['@core', ...turn(0, 2)],
}, async ({ page, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id, reference } = await deal.request(buyer, 1)
  await signIn(page, shop, buyer)
  await page.goto(`#/order/${_id}`)
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText('it is our turn')
  await savedOrders(page)
  await page.goto('#/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Quayside')
  await deal.offer(_id)
  const toasts = page.locator('#toasts')
  await expect(toasts.getByText(`There is an offer for your request ${reference}.`)).toHaveCount(1)
  // with the focus in it a toast stays
  await toasts.getByRole('button', { name: 'Open' }).focus()
  await expect(page.getByRole('button', { name: `${buyer.name}, 1 new answer` })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 new answer' })).toHaveCount(0)
  await toasts.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('region', { name: 'Our offer' })).toBeVisible()
  await deal.say(_id, { kind: 'message', text: 'The ship is early.' }, await shop.adminToken())
  await expect(page.getByRole('list', { name: 'Thread' }).getByText('The ship is early.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'New message from' })).toHaveCount(1)
  // a later one, elsewhere, is the next thing that is told
  await page.goto('#/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Quayside')
  await deal.say(_id, { kind: 'message', text: 'Shall we load?' }, await shop.adminToken())
  await expect(toasts.getByText(`There is a message on your request ${reference}.`)).toHaveCount(1)
})

test('a login that has ended on the server takes the saved orders away, and the next login leads back to them', {
  tag: turn(1, 2),
}, async ({ page, shop }) => {
  const deal = dealIn(shop)
  const buyer = await shop.newCustomer()
  const { _id } = await deal.request(buyer, 1)
  await signIn(page, shop, buyer)
  await page.goto(`#/order/${_id}`)
  const card = page.getByRole('region', { name: 'Now', exact: true })
  await expect(card).toContainText('it is our turn')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '').data.token)
  await shop.api('POST', '/users/logout/', { token })
  await deal.offer(_id)
  await page.reload()
  const ended = page.getByRole('status').filter({ hasText: 'Your session has ended.' })
  await expect(ended).toBeVisible()
  await expect(card).toBeHidden()
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(buyer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('region', { name: 'Our offer' })).toBeVisible()
  await expect(ended).toHaveCount(0)
})
