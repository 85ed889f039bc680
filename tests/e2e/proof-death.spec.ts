import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { inWholeChromium, wholeChromium } from '../support/chromium.ts'
import { turn } from '../support/run.ts'
import {
  address,
  backgroundSync,
  checkOut,
  entries,
  expect,
  goTo,
  newEntry,
  openStored,
  sendOrder,
  test,
} from './proof-device.ts'

// chromium-headless-shell ends pages when two of them and a worker send at the same time
test.use(inWholeChromium)

const sent = (page: Page) => page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m$/)
// crashes the tab by Chromium's own protocol
test('a tab that crashes right after Send loses nothing and sends nothing twice', {
  tag: ['@chromium', ...turn(0, 3)],
}, async ({ phone, line, ledger, fishes, buyer }) => {
  const { page, context } = await phone({ as: buyer })
  await checkOut(page, fishes[1], 3)
  line.plan('createOrder', ['held'])
  await sendOrder(page).click()
  const { id } = await newEntry(page)
  await expect.poll(() => line.count({ key: id })).toBe(1)
  const crashed = page.waitForEvent('crash')
  const cdp = await context.newCDPSession(page)
  // never resolves, since the page is gone
  cdp.send('Page.crash').catch(() => undefined)
  await crashed
  expect(await line.release()).toBe(1)
  expect(ledger.orders(buyer._id)).toHaveLength(1)
  const next = await context.newPage()
  await next.goto('/#/Order')
  await expect(sent(next)).toHaveCount(1)
  await goTo(next, '/cart')
  await expect(next.getByText('Your cart is empty')).toBeVisible()
  expect(ledger.orders(buyer._id).map((order) => order.id)).toEqual([id])
  expect(line.count({ key: id, reached: true })).toBe(2)
})

/** A separate browser that can be killed; its profile stays. */
async function startBrowser(profile: string): Promise<{ program: ChildProcess; context: BrowserContext }> {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank']
  const program = spawn(wholeChromium.executablePath ?? 'chromium', [...flags, ...own], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  program.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const address = () => /listening on (ws:\S+)/.exec(said)?.[1] ?? ''
  await expect.poll(address, { intervals: [50] }).not.toBe('')
  const browser = await chromium.connectOverCDP(address())
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window')
  return { program, context }
}

async function close({ program, context }: Awaited<ReturnType<typeof startBrowser>>): Promise<void> {
  const gone = once(program, 'exit')
  const cdp = await context.browser()?.newBrowserCDPSession()
  // the page may be closed before this resolves
  cdp?.send('Browser.close').catch(() => undefined)
  await gone
}

async function kill(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const gone = once(program, 'exit')
  // the whole process group: the browser has processes for its pages and its disk
  process.kill(-(program.pid ?? 0), 'SIGKILL')
  await gone
}

// starts a separate Chromium, which can be killed
test('a browser that is killed with pending requests sends each of them once after a restart', {
  tag: ['@chromium', ...turn(1, 3)],
}, async ({ line, ledger, fishes, buyer }) => {
  const profile = await mkdtemp(join(tmpdir(), 'quayside-profile-'))
  let { program, context } = await startBrowser(profile)
  try {
    let page = await context.newPage()
    await page.goto(line.url)
    await openStored(page, buyer)
    // browsers write local storage late; here the login is long ago, so it must be on the disk
    await close({ program, context })
    const day = await startBrowser(profile)
    program = day.program
    context = day.context
    page = await context.newPage()
    await page.goto(line.url)
    line.always('createOrder', 'lost-after')
    for (const qty of [1, 2, 3]) {
      await checkOut(page, fishes[qty], qty)
      await sendOrder(page).click()
      await expect.poll(async () => (await entries(page)).length).toBe(qty)
      await goTo(page, '/products')
    }
    const saved = (await entries(page)).map(({ id }) => id)
    await expect.poll(() => ledger.orders(buyer._id).length).toBe(1)
    await kill(program)
    line.clear()
    const again = await startBrowser(profile)
    program = again.program
    context = again.context
    const next = await context.newPage()
    await next.goto(`${line.url}/#/Order`)
    await expect(sent(next)).toHaveCount(3)
    expect(ledger.orders(buyer._id).map(({ id }) => id)).toEqual(saved)
    expect(ledger.orders(buyer._id).map(({ phone }) => phone)).toEqual(Array(3).fill(address.phone))
  } finally {
    await kill(program)
    await rm(profile, { recursive: true, force: true })
  }
})

// stops the worker with Chromium's own protocol
test('a worker that is stopped in the middle of a request sends nothing twice', {
  tag: ['@chromium', ...turn(2, 3)],
}, async ({ phone, line, ledger, fishes, buyer }) => {
  const { page, context } = await phone({ as: buyer, saved: true })
  line.always('createOrder', 'lost-before')
  await checkOut(page, fishes[3], 5)
  await sendOrder(page).click()
  const { id } = await newEntry(page)
  await expect.poll(() => line.count({ key: id })).toBeGreaterThan(0)
  await page.goto('about:blank')
  const before = line.count({ key: id })
  line.clear()
  line.always('createOrder', 'held')
  const wakeWorker = await backgroundSync(page, line.url)
  await expect
    .poll(async () => {
      await wakeWorker()
      return line.count({ key: id })
    })
    .toBeGreaterThan(before)
  const cdp = await context.newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  line.clear()
  expect(await line.release()).toBeGreaterThan(0)
  await expect.poll(() => ledger.orders(buyer._id).length).toBe(1)
  await page.goto('/#/Order')
  await expect(sent(page)).toHaveCount(1)
  await expect.poll(async () => (await entries(page)).map(({ state }) => state)).toEqual(['done'])
  expect(ledger.orders(buyer._id).map((order) => order.id)).toEqual([id])
})
