import { chromium, firefox, type Page } from '@playwright/test'
import { chromiumEngine } from '../support/chromium.ts'
import { oneInTurn, turn } from '../support/run.ts'
import { findFirefox } from '../support/tools.mjs'
import { checkOut, entries, expect, goTo, heading, openStored, sendNow, sendOrder, test } from './proof-device.ts'
import { fillAddress as fill, logIn } from './shop.ts'

/*
 * Browsers that lack features: an order works online, exactly once, and the screen says what is not saved.
 */

const sent = (page: Page) => page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m$/)
const keepsNothing = (page: Page) => page.getByText(/^This browser saves nothing/)

async function fillAddress(page: Page): Promise<void> {
  await goTo(page, '/shipping')
  await fill(page)
  await expect(page).toHaveURL(/#\/placeorder$/)
}

const without: Record<string, { before: () => void; keeps: boolean }> = {
  IndexedDB: {
    keeps: false,
    before: () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  },
  'an IndexedDB that opens': {
    keeps: false,
    before: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
      }
    },
  },
  // as Firefox behaves with all cookies blocked
  'anything that the browser keeps': {
    keeps: false,
    before: () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      window.BroadcastChannel = class extends BroadcastChannel {
        constructor(name: string) {
          super(name)
          refuse()
        }
      }
      // the empty page before the shop's lacks some of them
      for (const [type, method] of [
        ['IDBFactory', 'open'],
        ['LockManager', 'request'],
        ['CacheStorage', 'open'],
        ['ServiceWorkerContainer', 'register'],
      ] as const)
        if (type in window) Object.assign(Reflect.get(window, type).prototype, { [method]: refuse })
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    },
  },
  'Web Locks': { keeps: true, before: () => Reflect.deleteProperty(Navigator.prototype, 'locks') },
  'Web Locks that may be used': {
    keeps: true,
    before: () => {
      // the empty page before the shop's may lack it
      if (!('LockManager' in window)) return
      LockManager.prototype.request = () =>
        Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'))
    },
  },
  'a service worker': { keeps: true, before: () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker') },
  'crypto.randomUUID': { keeps: true, before: () => Reflect.deleteProperty(Crypto.prototype, 'randomUUID') },
  'local storage': {
    keeps: true,
    before: () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document', 'SecurityError')
        },
      }),
  },
}

for (const [what, { before, keeps }] of oneInTurn(Object.entries(without))) {
  test(`without ${what} an order arrives once, whatever the line does`, async ({
    phone,
    line,
    ledger,
    fishes,
    shop,
  }) => {
    const buyer = await shop.newCustomer()
    const { page } = await phone({ before })
    await logIn(page, buyer)
    await expect(keepsNothing(page)).toHaveCount(keeps ? 0 : 1)
    await goTo(page, `/cart/${fishes[1]?._id}?qty=2.5`)
    await expect(page.getByRole('spinbutton', { name: `Quantity of ${fishes[1]?.trade_name}` })).toHaveValue('2.5')
    await fillAddress(page)
    line.plan('createOrder', ['lost-after', '502'])
    await sendOrder(page).click()
    await expect(sent(page)).toBeVisible()
    const orders = ledger.orders(buyer._id)
    expect(orders.map(({ items, phone }) => [items, phone])).toEqual([[`${fishes[1]?._id} 2.5`, '+33 4 91 00 00 00']])
    await expect(page).toHaveURL(new RegExp(`#/order/${orders[0]?.id}$`))
    await goTo(page, '/cart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })
}

test('without storage, a waiting request says so, and is sent by the open page', { tag: turn(1, 3) }, async ({
  phone,
  line,
  ledger,
  fishes,
  buyer,
}) => {
  const { page } = await phone({
    as: buyer,
    before: () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  })
  line.always('createOrder', 'lost-before')
  await checkOut(page, fishes[2], 3)
  await sendOrder(page).click()
  await expect(page.getByText(/^This is NOT saved/)).toBeVisible()
  await expect(page.getByText('is saved on this device')).toHaveCount(0)
  line.clear()
  await sendNow(page)
  await expect(sent(page)).toBeVisible()
  expect(ledger.orders(buyer._id)).toHaveLength(1)
})

test('with all cookies blocked in Firefox an order arrives once, and the shop says that nothing is saved', {
  tag: '@firefox',
}, async ({ line, ledger, fishes, shop }) => {
  const buyer = await shop.newCustomer()
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox() ?? '',
    firefoxUserPrefs: { 'network.cookie.cookieBehavior': 2 },
  })
  try {
    const page = await browser.newPage({ baseURL: line.url })
    await logIn(page, buyer)
    await expect(keepsNothing(page)).toHaveCount(1)
    await goTo(page, `/cart/${fishes[1]?._id}?qty=2.5`)
    await fillAddress(page)
    line.plan('createOrder', ['lost-after', '502'])
    await sendOrder(page).click()
    await expect(sent(page)).toBeVisible()
    expect(ledger.orders(buyer._id).map(({ items }) => items)).toEqual([`${fishes[1]?._id} 2.5`])
  } finally {
    await browser.close()
  }
})

// needs a Chromium switch to give this machine a host name
test('on plain HTTP, without worker, locks and randomUUID, a reload loses nothing', {
  tag: ['@chromium', ...turn(2, 3)],
}, async ({ line, ledger, fishes, buyer }) => {
  const browser = await chromium.launch({
    executablePath: chromiumEngine.executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP quay.test 127.0.0.1'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(line.url.replace('127.0.0.1', 'quay.test'))
    expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator])).toEqual([
      false,
      false,
      false,
    ])
    await openStored(page, buyer)
    line.always('createOrder', 'lost-after')
    await checkOut(page, fishes[3], 4)
    await sendOrder(page).click()
    await expect.poll(() => ledger.orders(buyer._id).length).toBe(1)
    await page.reload()
    line.clear()
    await goTo(page, '/Order')
    await expect(sent(page)).toHaveCount(1)
    await expect.poll(async () => (await entries(page)).map(({ state }) => state)).toEqual(['done'])
    expect(ledger.orders(buyer._id)).toHaveLength(1)
  } finally {
    await browser.close()
  }
})

/** From now on the disk is full for every outbox entry, until `window.hasRoom` is set. */
function fillDisk(): void {
  const add = IDBObjectStore.prototype.put
  for (const name of ['add', 'put'] as const) {
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...args: Parameters<typeof add>) {
      if (this.name === 'outbox' && !('hasRoom' in window))
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return add.apply(this, args)
    }
  }
}
const makeRoom = (page: Page) => page.evaluate(() => void Object.assign(window, { hasRoom: true }))
const noRoom = (page: Page) => page.getByText(/^This could not be saved: the device has no room for it/)

test('a full disk: the screen says so, nothing is sent, and the request goes once when there is room', {
  tag: turn(0, 3),
}, async ({ phone, ledger, fishes, buyer }) => {
  const { page } = await phone({ as: buyer, before: fillDisk })
  await checkOut(page, fishes[1], 2)
  await sendOrder(page).click()
  await expect(noRoom(page)).toBeVisible()
  await expect(sendOrder(page)).toBeEnabled()
  expect(ledger.orders(buyer._id)).toEqual([])
  await makeRoom(page)
  await sendOrder(page).click()
  await expect(sent(page)).toBeVisible()
  expect(ledger.orders(buyer._id).map(({ items }) => items)).toEqual([`${fishes[1]?._id} 2`])
})

test('with the database blocked by an older tab, the shop says that it does not answer, and continues when it is free', {
  tag: turn(1, 2),
}, async ({ phone, fishes }) => {
  const { page, context } = await phone()
  const holder = await context.newPage()
  // a page of the same origin without the app
  await holder.goto('/api/health')
  await page.close()
  await holder.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
    await new Promise<void>((resolve) => {
      const open = indexedDB.open('quayside', 1)
      open.onsuccess = () => {
        // an old tab that does not close its connection
        open.result.onversionchange = () => undefined
        ;(window as unknown as { held: IDBDatabase }).held = open.result
        resolve()
      }
    })
  })
  const late = await context.newPage()
  await late.goto('/#/products')
  const silent = late.getByText(/^The storage of this browser does not answer/)
  await expect(silent).toBeVisible()
  await holder.close()
  await expect(silent).toHaveCount(0)
  await expect(heading(late)).toHaveText('Products')
  await goTo(late, `/cart/${fishes[1]?._id}?qty=2`)
  await expect(late.getByRole('spinbutton', { name: `Quantity of ${fishes[1]?.trade_name}` })).toHaveValue('2')
})
