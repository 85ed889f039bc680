import type { BrowserContext, Page, Request } from '@playwright/test'
import { turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { dealIn } from './deal.ts'
import { admin, type Customer, expect, logIn, type Shop, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

/** Less than the 60 s after which a page without a stream asks; with one it never does. */
const soon = { timeout: 30_000 }

const isLive = (url: string) => /\/api\/live\/$/.test(url)

/** Counts the streams of a page. */
function watchStreams(page: Page) {
  const streams = { opened: 0, open: 0 }
  page.on('request', (request) => {
    if (!isLive(request.url())) return
    streams.opened++
    streams.open++
  })
  const end = (request: Request) => {
    if (isLive(request.url())) streams.open--
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return streams
}

/** Waits until the stream of a page stands: a hint that it alone brings has arrived. */
async function standing(page: Page, work: () => Promise<unknown>) {
  const stream = page.waitForResponse((response) => isLive(response.url()) && response.ok())
  await work()
  await stream
}

async function openBuyer(page: Page, buyer: Customer, path: string) {
  await standing(page, () => logIn(page, buyer))
  await page.goto(`/#${path}`)
}

const rows = (page: Page) => page.getByRole('main').getByRole('row')

test.describe('what the other side does', () => {
  let tablet: BrowserContext
  let desk: Page
  test.beforeEach(async ({ browser, shop }) => {
    tablet = await browser.newContext({ baseURL: shop.url, viewport: { width: 820, height: 1180 } })
    desk = await tablet.newPage()
    await standing(desk, () => logIn(desk, admin))
  })
  test.afterEach(() => tablet.close())

  test('appears on both screens without a reload', async ({ page, shop }) => {
    const deal = dealIn(shop)
    const buyer = await shop.newCustomer()
    const first = await deal.request(buyer, 1)
    await desk.goto(`/#/admin/order?keyword=${buyer.email}`)
    // rows are held from the first pull after the board has opened, and this message comes with one
    // by its row: a toast about it may stand there too
    await expect(rows(desk).filter({ hasText: first.reference })).toBeVisible()
    await deal.say(first._id, { kind: 'message', text: 'In boxes, please.' }, buyer.token)
    await expect(rows(desk).filter({ hasText: first.reference })).toContainText('New answer', soon)
    const { _id, reference } = await deal.request(buyer, 2)

    // a new row waits until it is asked for, and moves nothing
    const show = desk.getByRole('button', { name: '1 new request · Show' })
    await expect(show).toBeVisible(soon)
    await expect(desk.getByRole('status').filter({ hasText: /^1 new request$/ })).toHaveCount(1)
    await expect(desk.getByText(reference)).toHaveCount(0)
    await expectAccessible(desk)
    await show.click()
    await expect(desk.getByText(reference)).toBeVisible()

    await openBuyer(page, buyer, `/order/${_id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(reference)
    await deal.offer(_id)
    await expect(page.getByRole('region', { name: 'Our offer' })).toBeVisible(soon)
    await expect(page.getByRole('region', { name: 'Our offer' }).getByText('New', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^New offer from / })).toHaveCount(1)
    await deal.say(_id, { kind: 'message', text: 'The ship is early.' }, await shop.adminToken())
    const thread = page.getByRole('list', { name: 'Thread' })
    await expect(thread.getByRole('listitem').last()).toContainText('The ship is early.', soon)
    await expect(thread.getByRole('listitem').last().getByText('New', { exact: true })).toBeVisible()

    await desk.goto(`/#/order/${_id}`)
    await expect(desk.getByRole('list', { name: 'Thread' })).toContainText('The ship is early.')
    await page.getByRole('button', { name: 'Accept offer' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expect(desk.getByRole('list', { name: 'Thread' })).toContainText('Offer 1 accepted', soon)
  })

  test('does not move my orders', { tag: '@long' }, async ({ page, shop }) => {
    const deal = dealIn(shop)
    const buyer = await shop.newCustomer()
    const older = await deal.request(buyer, 1)
    await openBuyer(page, buyer, '/Order')
    await expect(rows(page).filter({ hasText: older.reference })).toBeVisible()
    // rows are held from the first pull after the list has opened, and this one comes with it or is held already
    const newer = await deal.request(buyer, 1)
    const newest = rows(page).filter({ hasText: newer.reference })
    const showNewest = page.getByRole('button', { name: '1 new request · Show' })
    await expect(newest.or(showNewest)).toBeVisible(soon)
    if (await showNewest.isVisible()) await showNewest.click()
    await expect(newest).toBeVisible()
    const before = await page.getByRole('link', { name: 'View' }).last().boundingBox()
    // an answer would be first in the list
    await deal.offer(older._id)
    await expect(rows(page).filter({ hasText: older.reference })).toContainText('New answer', soon)
    const third = await deal.request(buyer, 1)
    await expect(page.getByRole('button', { name: '1 new request · Show' })).toBeVisible(soon)
    const references = rows(page).filter({ hasText: 'Q-' })
    await expect(references).toHaveText([new RegExp(newer.reference), new RegExp(older.reference)])
    const after = await page.getByRole('link', { name: 'View' }).last().boundingBox()
    expect(after?.x).toBe(before?.x)
    await page.getByRole('button', { name: '1 new request · Show' }).click()
    await expect(references).toHaveText([older, third, newer].map(({ reference }) => new RegExp(reference)))
  })
})

/** Waits until a change that another device makes is on the page of an order. */
async function expectNews(page: Page, shop: Shop, id: string) {
  const text = `News ${Math.random()}`
  await dealIn(shop).say(id, { kind: 'message', text }, await shop.adminToken())
  await expect(page.getByRole('list', { name: 'Thread' })).toContainText(text, soon)
}

test('one tab of a browser holds the stream, and another takes over', { tag: turn(0, 2) }, async ({
  page,
  context,
  shop,
}) => {
  const buyer = await shop.newCustomer()
  const { _id } = await dealIn(shop).request(buyer, 1)
  const first = watchStreams(page)
  await openBuyer(page, buyer, `/order/${_id}`)
  const second = await context.newPage()
  const others = watchStreams(second)
  await second.goto(`/#/order/${_id}`)
  await expect(second.getByRole('list', { name: 'Thread' })).toBeVisible()
  await expectNews(page, shop, _id)
  await expectNews(second, shop, _id)
  expect([first.open, others.opened]).toEqual([1, 0])
  const takeover = second.waitForResponse((response) => isLive(response.url()) && response.ok())
  await page.close()
  await takeover
  await expectNews(second, shop, _id)
})

test('a stream that broke is opened again, and nothing that came meanwhile is lost', {
  tag: ['@worker', ...turn(1, 2)],
}, async ({ page, shop }) => {
  const buyer = await shop.newCustomer()
  const deal = dealIn(shop)
  const { _id } = await deal.request(buyer, 1)
  await openBuyer(page, buyer, `/order/${_id}`)
  await expect(page.getByRole('list', { name: 'Thread' })).toBeVisible()
  // the server ends every stream of the session’s user when the rights change; here the network goes
  await page.context().setOffline(true)
  await deal.say(_id, { kind: 'message', text: 'Said while you were away.' }, await shop.adminToken())
  await page.context().setOffline(false)
  await expect(page.getByRole('list', { name: 'Thread' })).toContainText('Said while you were away.', soon)
  await expectNews(page, shop, _id)
})
