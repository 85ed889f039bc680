import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  test as base,
  expect,
  type Fixtures,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
} from '@playwright/test'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { productWith } from '../support/product-with.ts'
import { fillInFirefox } from './firefox-fill.ts'
import { type Ledger, openLedger } from './proof-ledger.ts'

const main = join(import.meta.dirname, '../../server/main.ts')

export const admin = { email: 'admin@example.org', password: 'e2e-admin-password' }

export interface Customer {
  _id: string
  name: string
  email: string
  password: string
  token: string
}

/** A running shop with the demonstration catalogue and an administrator, not shared with other runs. */
export interface Shop {
  url: string
  dataDir: string
  /** calls the API, with a body as JSON or a form; returns the parsed body, throws on refusals */
  api<T>(method: string, path: string, given?: { body?: unknown; token?: string }): Promise<T>
  /** of one session, which is the tests' own: no page has it */
  adminToken(): Promise<string>
  /** adds products without a picture, and removes them after `use`: other tests use the newest ones */
  withProducts(wanted: { name: string; stock?: number }[], use: (made: Fish[]) => Promise<void>): Promise<void>
  /** registers a new user */
  newCustomer(): Promise<Customer>
  close(): Promise<void>
}

async function addressSaid(server: ChildProcess): Promise<string> {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const url = /open at (http:\S+)/.exec(said)?.[1]
    if (url) return url
    if (server.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The shop did not open:\n${said}`)
}

export async function openShop(env: Record<string, string> = {}): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-e2e-'))
  const server = spawn('node', [main], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000',
      DEMO_ORDERS: 'off',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await addressSaid(server)
  const api: Shop['api'] = async (method, path, { body, token } = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const enter = async (path: string, body: object) =>
    (await api<{ data: { _id: string; token: string } }>('POST', path, { body })).data
  let customers = 0
  let adminsToken: Promise<string> | undefined
  const adminToken = () => {
    const { email, password } = admin
    adminsToken ??= enter('/users/login/', { username: email, password }).then(({ token }) => token)
    return adminsToken
  }
  return {
    url,
    dataDir,
    api,
    adminToken,
    async newCustomer() {
      customers += 1
      const person = { name: `Buyer ${customers}`, email: `buyer${customers}@example.org`, password: 'a good password' }
      const { _id, token } = await enter('/users/register/', person)
      return { ...person, _id, token }
    },
    async withProducts(wanted, use) {
      const token = await adminToken()
      const made: Fish[] = []
      try {
        for (const { name, stock = 5 } of wanted) {
          const form = new FormData()
          const fields = productWith(name, { countInStock: stock })
          for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
          made.push(await api<Fish>('POST', '/fishes/create/', { token, body: form }))
        }
        await use(made)
      } finally {
        // the test itself may have deleted one
        for (const { _id } of made) await api('DELETE', `/fishes/delete/${_id}/`, { token }).catch(() => undefined)
      }
    },
    async close() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Firefox reports an error of the page when it is left while the worker fetches something for it. */
export const isOfLeaving = (message: string) =>
  message.includes('A ServiceWorker intercepted the request') || message.includes('A new version takes over')

/** Fixtures per Playwright worker, made when a test needs them. All here: a file that adds one gets another worker, browser and shop. */
interface Shared {
  shop: Shop
  filling: undefined
  /** a connection to the shop that can fail */
  line: FaultProxy
  ledger: Ledger
  fishes: Fish[]
}

export const test = base.extend<{ problems: string[] }, Shared>({
  filling: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') await fillInFirefox(browser)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await openShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  line: [
    async ({ shop }, use) => {
      const line = await startFaultProxy(shop.url)
      await use(line)
      await line.close()
    },
    { scope: 'worker' },
  ],
  ledger: [async ({ shop }, use) => use(openLedger(shop)), { scope: 'worker' }],
  fishes: [
    async ({ shop }, use) => use((await shop.api<FishPage>('GET', '/fish/?per_page=100')).fishes),
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  /** uncaught errors; any of them fails the test */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', ({ name, stack, message }) => {
        if (!isOfLeaving(message)) problems.push(`${name} at ${page.url()}: ${stack || message}`)
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * For files about screens: to install the worker takes a second of the processor, more than most of their tests, and whether
 * it controls a page by then would be chance. What needs it in such a file is tagged `@worker`.
 */
export const withoutWorker: Fixtures<object, object, PlaywrightTestArgs & PlaywrightTestOptions> = {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
  serviceWorkers: async ({}, use, { tags }) => use(tags.includes('@worker') ? 'allow' : 'block'),
}

/** What Playwright writes into the console of such a page. */
export const noWorkerNote = 'Service Worker registration blocked by Playwright'

/** Logs in through the screen. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  // an open page keeps its origin, which is not the shop's behind a proxy
  if (page.url() === 'about:blank') await page.goto('/#/login')
  await page.evaluate(() => {
    location.hash = '#/login'
  })
  // other screens also have a field of that name
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/#\/login/)
}

/** Fills in the fields of the delivery and presses the button of their screen. */
export async function fillAddress(page: Page, button = 'Continue'): Promise<void> {
  const texts = {
    ...{ Phone: '+33 4 91 00 00 00', Address: '12 quai des Belges', City: 'Marseille' },
    ...{ 'Postal code': '13001', Country: 'France' },
  }
  for (const [name, text] of Object.entries(texts)) await page.getByRole('textbox', { name, exact: true }).fill(text)
  await page.getByRole('button', { name: button }).click()
}

/** Signs in before the app starts, by the specification's local storage, for tests that are not about the login. */
export async function signIn(page: Page, shop: Shop, { email, password }: { email: string; password: string }) {
  const answer = await shop.api<object>('POST', '/users/login/', { body: { username: email, password } })
  // a page of the same origin without the app
  await page.goto('/api/health')
  await page.evaluate((text) => localStorage.setItem('userInfo', text), JSON.stringify(answer))
}

const often = { intervals: [100] }

/** Waits until the worker controls the page and has the whole catalogue: from then on the shop works offline. */
export async function savedForOffline(page: Page): Promise<void> {
  const controlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(controlled, often).toBe(true)
  await savedCatalogue(page)
}

/** Waits until the page has the whole catalogue, with or without a worker. */
export async function savedCatalogue(page: Page): Promise<void> {
  await expect.poll(() => isCatalogueComplete(page), often).toBe(true)
}

async function isCatalogueComplete(page: Page): Promise<boolean> {
  return (await savedValue<{ complete?: boolean }>(page, 'catalogue'))?.complete === true
}

/** A value that the app has saved on the device. */
async function savedValue<T>(page: Page, name: string): Promise<T | undefined> {
  return (await storedRows<{ name: string; value: T }>(page, 'kept')).find((row) => row.name === name)?.value
}

/** All rows of one of the app's tables on the device. */
export function storedRows<T>(page: Page, table: string): Promise<T[]> {
  return page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('quayside'))
    const rows = await done(db.transaction(name).objectStore(name).getAll())
    db.close()
    return rows
  }, table)
}

/** Menus and dialogs listen for outside clicks two frames and a task after they open, which the page does not show. */
export const listensOutside = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
