import type { Page } from '@playwright/test'
import type { CallName } from '../../contract/calls.ts'
import type { Fish } from '../../contract/fishes.ts'
import type { Fault } from '../support/fault-proxy.ts'
import { isLong, runSeed } from '../support/run.ts'
import {
  checkOut,
  type Device,
  entries,
  expect,
  expectNotSentTooSoon,
  goTo,
  newEntry,
  openContact,
  openDevice,
  test as proof,
  sendOrder,
} from './proof-device.ts'
import type { Ledger } from './proof-ledger.ts'
import { type Customer, logIn } from './shop.ts'

/*
 * Order, review and message with every fault: the screen never says 'Sent' before the shop's verdict, and in the end the
 * shop's database has exactly one.
 */

const inTheWay: Record<string, Fault> = {
  'is lost before the shop': 'lost-before',
  'is lost after the shop': 'lost-after',
  'comes to the shop late, after a second try': 'late',
  'meets a captive portal': 'portal',
  'meets the 401 of a proxy': 'proxy-401',
  'meets the 403 of a proxy': 'proxy-403',
  'meets the 404 of a proxy': 'proxy-404',
  'meets the JSON of somebody else': 'foreign-json',
  'meets a 500 after the commit': '500-after',
  'meets a 502 in HTML': '502',
  'meets a 503 of a proxy with Retry-After': { status: 503, retryAfter: 1 },
  'meets a 503 of the shop with Retry-After': { status: 503, retryAfter: 1, isShops: true },
}
const doubled: Record<string, Fault> = { 'is doubled': 'doubled', 'is doubled at once': 'doubled-at-once' }

interface Owner extends Device {
  buyer: Customer
  fishes: Fish[]
}

/**
 * Forms wait for an outcome for 8 s, in which a busy machine may not come to the end of a fault and of
 * the pauses between the tries. Here they wait for longer. Runs in the page.
 */
function waitLonger(): void {
  const start = window.setTimeout
  const longer = (work: TimerHandler, time?: number, ...given: unknown[]) =>
    start(work, time === 8000 ? 120_000 : time, ...given)
  Object.assign(window, { setTimeout: longer })
}

// not a worker fixture, which would start another worker with browser and shop for this file
let phone: Owner
let starts = 0

/** One phone for the whole table: its worker and catalogue are set up once, and every test restarts the app. */
const test = proof.extend<{ page: Page; device: Owner }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
  device: async ({}, use) => use(phone),
  page: async ({ device }, use) => {
    // another query loads the app again, in the same process
    starts += 1
    await device.page.goto(`/?start=${starts}#/about`)
    await use(device.page)
  },
})

test.beforeAll(async ({ browser, line, shop, fishes }) => {
  const buyer = await shop.newCustomer()
  const device = await openDevice(browser, { url: line.url, as: buyer, saved: true, before: waitLonger })
  phone = { ...device, buyer, fishes }
})

test.afterAll(() => phone.close())

const waiting = (page: Page) => page.getByText('Waiting for a connection').first()
const sentAt = (page: Page) => page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m$/)

let products = 0

/** What the three kinds of request have in common, so that they share one table of faults. */
interface Kind {
  route: CallName
  /** fills in and sends; returns what the ledger must contain */
  send(page: Page, device: Owner): Promise<string>
  /** the screen says that it waits */
  expectWaiting(page: Page, text: string, id: string): Promise<void>
  expectSent(page: Page, text: string): Promise<void>
}
const kinds: Record<string, Kind> = {
  'a request for a quote': {
    route: 'createOrder',
    async send(page, { fishes }) {
      products += 1
      await checkOut(page, fishes[products], products)
      await sendOrder(page).click()
      return `${fishes[products]?._id} ${products}`
    },
    async expectWaiting(page, _text, id) {
      await goTo(page, `/order/${id}`)
      await expect(waiting(page)).toBeVisible()
      await expect(page.getByText('will be sent by itself')).toBeVisible()
    },
    async expectSent(page) {
      await expect(page).toHaveURL(/#\/order\//)
      await expect(sentAt(page)).toBeVisible()
    },
  },
  'a review': {
    route: 'createReview',
    async send(page, { fishes }) {
      products += 1
      await goTo(page, `/products/${fishes[products]?._id}`)
      await page.getByRole('combobox', { name: 'Rating' }).selectOption('4 Very good')
      await page.getByRole('textbox', { name: 'Comment' }).fill(`Review ${products}`)
      await page.getByRole('button', { name: 'Submit review' }).click()
      return `Review ${products}`
    },
    async expectWaiting(page, text) {
      await expect(page.getByRole('article').filter({ hasText: text })).toContainText('Waiting for a connection')
    },
    async expectSent(page, text) {
      await expect(page.getByText('Your review was submitted successfully')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: text })).toHaveCount(1)
      await expect(page.getByRole('article').filter({ hasText: 'Waiting' })).toHaveCount(0)
    },
  },
  'a message': {
    route: 'sendContact',
    async send(page, { buyer }) {
      products += 1
      await openContact(page)
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill(buyer.email)
      await page.getByRole('textbox', { name: 'Message' }).fill(`Message ${products}`)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      return `Message ${products}`
    },
    async expectWaiting(page) {
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByText('Your message was sent.')).toHaveCount(0)
    },
    async expectSent(page) {
      await expect(page.getByText('Your message was sent.')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    },
  },
}

/** Of a table of faults those that this kind of request meets in this run: in a short one a third of them meet one kind each. */
const ofKind = <F>(kind: number, table: Record<string, F>, from = 0): [string, F][] =>
  Object.entries(table).filter((_, at) => isLong || (at + from + runSeed) % (3 * Object.keys(kinds).length) === kind)

for (const [kind, [name, { route, send, expectWaiting, expectSent }]] of Object.entries(kinds).entries()) {
  const held = (ledger: Ledger, { _id, email }: Customer) => {
    if (route === 'createOrder') return ledger.orders(_id).map(({ items }) => items)
    return route === 'createReview' ? ledger.reviews(_id) : ledger.messages(email)
  }

  for (const [what, fault] of ofKind(kind, inTheWay)) {
    test(`${name} that ${what} arrives once`, async ({ page, device, line, ledger }) => {
      const before = held(ledger, device.buyer)
      const known = await entries(page)
      const since = Date.now()
      line.always(route, fault)
      const text = await send(page, device)
      const { id } = await newEntry(page, known)
      await expect.poll(() => line.count({ key: id })).toBeGreaterThan(0)
      await expectWaiting(page, text, id)
      const committed = fault === 'lost-after' || fault === '500-after'
      // the request has arrived; the shop may still be processing it
      await expect.poll(() => held(ledger, device.buyer)).toEqual(committed ? [...before, text] : before)
      line.clear()
      await expectSent(page, text)
      expectNotSentTooSoon(device, { line, key: id, since })
      if (fault === 'late') expect(await line.release()).toBeGreaterThan(0)
      expect(held(ledger, device.buyer)).toEqual([...before, text])
      expect((await newEntry(page, known)).state).toBe('done')
    })
  }

  for (const [what, fault] of ofKind(kind, doubled)) {
    test(`${name} that ${what} arrives once`, async ({ page, device, line, ledger }) => {
      const before = held(ledger, device.buyer)
      const known = await entries(page)
      const since = Date.now()
      line.plan(route, [fault])
      const text = await send(page, device)
      const { id } = await newEntry(page, known)
      await expectSent(page, text)
      expectNotSentTooSoon(device, { line, key: id, since })
      expect(line.count({ key: id, reached: true })).toBe(2)
      expect(held(ledger, device.buyer)).toEqual([...before, text])
    })
  }

  // each of both once
  if (ofKind(kind, { busy: 503 }).length > 0)
    test(`${name} that gets a 503 is not sent again before the time that the shop named`, async ({
      page,
      device,
      line,
      ledger,
    }) => {
      const before = held(ledger, device.buyer)
      const known = await entries(page)
      line.plan(route, [{ status: 503, retryAfter: 2, isShops: true }])
      const text = await send(page, device)
      const { id } = await newEntry(page, known)
      await expectSent(page, text)
      const [first, second, ...more] = line.log.filter(({ key }) => key === id).map(({ at }) => at)
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(2000)
      expect(more).toEqual([])
      expect(held(ledger, device.buyer)).toEqual([...before, text])
    })

  if (ofKind(kind, { ended: 401 }, 1).length > 0)
    test(`${name} whose token has expired waits for the login, and arrives once`, async ({
      page,
      device,
      line,
      ledger,
    }) => {
      const before = held(ledger, device.buyer)
      const known = await entries(page)
      const since = Date.now()
      line.plan(route, ['401'])
      const text = await send(page, device)
      const { id } = await newEntry(page, known)
      await expect.poll(async () => (await newEntry(page, known)).state).toBe('waiting-login')
      await goTo(page, '/offline')
      await expect(page.getByText('There is more on this device.')).toBeVisible()
      expect(held(ledger, device.buyer)).toEqual(before)
      await logIn(page, device.buyer)
      await expect.poll(async () => (await newEntry(page, known)).state).toBe('done')
      expectNotSentTooSoon(device, { line, key: id, since })
      expect(held(ledger, device.buyer)).toEqual([...before, text])
    })
}
