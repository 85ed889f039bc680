import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Fish } from '../../contract/fishes.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { type Customer, expect, isOfLeaving, savedForOffline, test as shopTest, storedRows } from './shop.ts'

/** One phone of one person, behind the fault proxy. */
export interface Device {
  context: BrowserContext
  page: Page
  /** what its pages showed as sent, and when (ms since 1970, the page's clock) */
  said: { at: number; text: string }[]
  close(): Promise<void>
}

interface Opening {
  url: string
  as?: Customer | undefined
  /** wait until the worker controls the page and the catalogue is saved */
  saved?: boolean
  /** runs in every page before the app */
  before?: () => void
}

export const address = {
  phone: '+33 4 91 00 00 00',
  address: '12 quai',
  city: 'Sète',
  postalCode: '34200',
  country: 'France',
}

/** Records every appearance of a text that promises a delivery. Runs in the page. */
function noteSent(): void {
  const promise = /\bSent \d{1,2} [A-Z]|was sent\.|was submitted successfully/
  const look = (text: string | null) => {
    // the binding below adds this function to the window
    const tell = (window as unknown as { saidSent?: (at: number, text: string) => void }).saidSent
    if (text && promise.test(text)) tell?.(Date.now(), text)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      look(target.nodeType === Node.TEXT_NODE ? (target.parentElement?.textContent ?? null) : null)
      for (const node of addedNodes) look(node.textContent)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The specification's local storage of a signed-in user with an address. */
function stored(who: Customer | undefined): Record<string, string> {
  const shippingAddress = JSON.stringify(address)
  if (!who) return { shippingAddress }
  const { _id, name, email, token } = who
  return { shippingAddress, userInfo: JSON.stringify({ data: { _id, name, email, isAdmin: false, token } }) }
}

/** Writes the same into an open page and reloads it. */
export async function openStored(page: Page, who: Customer): Promise<void> {
  await page.evaluate((texts) => {
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(name, text)
  }, stored(who))
  await page.reload()
}

/** A phone with its own storage. `as` is signed in already, by the specification's local storage. */
export async function openDevice(browser: Browser, { url, as, saved, before }: Opening): Promise<Device> {
  const localStorage = Object.entries(stored(as)).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
  })
  const said: Device['said'] = []
  await context.exposeBinding('saidSent', (_source, at: number, text: string) => void said.push({ at, text }))
  await context.addInitScript(noteSent)
  if (before) await context.addInitScript(before)
  const page = await context.newPage()
  const problems: string[] = []
  context.on('weberror', (error) => {
    const { stack, message } = error.error()
    if (!isOfLeaving(message)) problems.push(stack ?? message)
  })
  await page.goto('/')
  if (saved) await savedForOffline(page)
  return {
    context,
    page,
    said,
    async close() {
      await context.close()
      expect(problems).toEqual([])
    },
  }
}

/** The only service worker, in Chromium's protocol. */
export async function registrationOf(cdp: CDPSession): Promise<string> {
  const registrations: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId))
  })
  await cdp.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  return registrations[0] ?? ''
}

/** Fires the worker's sync event as the browser does. The page may have navigated by now. */
export async function backgroundSync(page: Page, origin: string): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  const sync = { origin, registrationId: await registrationOf(cdp), tag: 'outbox', lastChance: false }
  return async () => {
    await cdp.send('ServiceWorker.dispatchSyncEvent', sync)
  }
}

interface Fixtures {
  /** opens phones, which are closed when the test ends */
  phone: (opening?: Omit<Opening, 'url'> & { url?: string }) => Promise<Device>
  /** a user who has just registered */
  buyer: Customer
}

export const test = shopTest.extend<Fixtures & { healed: undefined }>({
  healed: [
    async ({ line }, use) => {
      await use(undefined)
      line.clear()
      line.setDown(false)
      await line.release()
    },
    { auto: true },
  ],
  baseURL: async ({ line }, use) => use(line.url),
  buyer: async ({ shop }, use) => use(await shop.newCustomer()),
  phone: async ({ browser, line }, use) => {
    const open: Device[] = []
    await use(async (opening = {}) => {
      const device = await openDevice(browser, { url: line.url, ...opening })
      open.push(device)
      return device
    })
    for (const device of open) await device.close()
  },
})
export { expect }

/** Opens a screen as a link does, without loading the page again. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#${route}`)
}

/** Opens the contact screen; the one before it, which stands until then, may have a field of the same name. */
export async function openContact(page: Page): Promise<void> {
  await goTo(page, '/contact')
  await expect(heading(page)).toHaveText('Contact')
}

/** Puts a product into the cart and opens the last screen before Send. */
export async function checkOut(page: Page, fish: Fish | undefined, qty: number): Promise<void> {
  await goTo(page, `/cart/${fish?._id}?qty=${qty}`)
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${fish?.trade_name}` })).toHaveValue(String(qty))
  await goTo(page, '/placeorder')
  await expect(sendOrder(page)).toBeEnabled()
  await expect(page.getByRole('table').getByText(fish?.trade_name ?? '')).toBeVisible()
}

/** Presses 'Send now' if it is there: the app may be faster, and then the button disappears. */
export async function sendNow(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Send now') button.click()
  })
}

export const sendOrder = (page: Page) => page.getByRole('button', { name: 'Send Order' })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The stored outbox entries of the device, oldest first. */
export async function entries(page: Page): Promise<OutboxRow[]> {
  return (await storedRows<OutboxRow>(page, 'outbox')).sort((a, b) => a.seq - b.seq)
}

/** The newest outbox entry, as soon as there is one. */
export async function newEntry(page: Page, known: readonly OutboxRow[] = []): Promise<OutboxRow> {
  let found: OutboxRow | undefined
  const look = async () => {
    found = (await entries(page)).findLast(({ id }) => !known.some((row) => row.id === id))
    return found
  }
  await expect.poll(look, { intervals: [50] }).toBeTruthy()
  if (!found) throw new Error('No new entry')
  return found
}

/** Checks that nothing was shown as sent before the shop's verdict on this key was sent to the phone. */
export function expectNotSentTooSoon(
  { said }: Device,
  { line, key, since }: { line: FaultProxy; key: string; since: number },
) {
  const verdicts = line.log.flatMap((received) => (received.key === key && received.verdictAt) || [])
  expect(verdicts.length).toBeGreaterThan(0)
  const first = said.find(({ at }) => at >= since)
  expect(first?.at ?? Number.POSITIVE_INFINITY, first?.text).toBeGreaterThanOrEqual(Math.min(...verdicts))
}
