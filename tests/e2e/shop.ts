import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
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

/** A running shop with the demonstration catalogue and an administrator; nothing of it is shared with other runs. */
export interface Shop {
  url: string
  dataDir: string
  /** a call of the API; the body comes back parsed, refusals throw */
  api<T>(method: string, path: string, given?: { body?: unknown; token?: string }): Promise<T>
  adminToken(): Promise<string>
  /** registers somebody new */
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
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const login = async ({ email, password }: { email: string; password: string }) =>
    (
      await api<{ data: { _id: string; token: string } }>('POST', '/users/login/', {
        body: { username: email, password },
      })
    ).data
  let customers = 0
  return {
    url,
    dataDir,
    api,
    adminToken: async () => (await login(admin)).token,
    async newCustomer() {
      customers += 1
      const person = { name: `Buyer ${customers}`, email: `buyer${customers}@example.org`, password: 'a good password' }
      await api('POST', '/users/register/', { body: person })
      const { _id, token } = await login(person)
      return { ...person, _id, token }
    },
    async close() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Firefox calls it an error of the page when somebody leaves while the worker is fetching a script for it. */
export const isOfLeaving = (message: string) => message.includes('A ServiceWorker intercepted the request')

/** What a worker has, opened where a test asks for it. All in one place: a file that adds to it gets a worker, a browser and a shop of its own. */
interface Shared {
  shop: Shop
  filling: undefined
  /** a line to the shop that can fail */
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
  /** errors that no code of the app has caught; any of them fails the test */
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

/** Logs in through the screen. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  // a page that is open stays where it is: behind a proxy it has another origin than the shop
  if (page.url() === 'about:blank') await page.goto('/#/login')
  await page.evaluate(() => {
    location.hash = '#/login'
  })
  // other screens have a field of that name too
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/#\/login/)
}

/** Signed in before the app starts, as the specification's local storage says it: for tests that are not about the login. */
export async function signIn(page: Page, shop: Shop, { email, password }: { email: string; password: string }) {
  const answer = await shop.api<object>('POST', '/users/login/', { body: { username: email, password } })
  // a place of the same origin without the app
  await page.goto('/api/health')
  await page.evaluate((text) => localStorage.setItem('userInfo', text), JSON.stringify(answer))
}

/** Waits until the worker is in charge of the page and has the whole catalogue: from here on the shop works offline. */
export async function savedForOffline(page: Page): Promise<void> {
  const often = { intervals: [100] }
  const controlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(controlled, often).toBe(true)
  await expect.poll(() => isCatalogueComplete(page), often).toBe(true)
}

function isCatalogueComplete(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('quayside'))
    const row = await done(db.transaction('kept').objectStore('kept').get('catalogue'))
    db.close()
    return row?.value?.complete === true
  })
}

/** What opens listens for a click outside of it two frames and a task later, and nothing on the page says so. */
export const listensOutside = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
