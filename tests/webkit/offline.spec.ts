import { expect, fillOrder, logIn, ordersOf, sendAfterCut, sendInVain, sent, test } from './test.ts'
import type { Opening } from './webkit.ts'

test('after one visit the shop starts with the server gone: search, a product never opened, cart', async ({
  open,
  line,
  fishes,
}) => {
  const [fish] = fishes
  const screen = await open()
  await screen.sees('region', 'Trending')
  await screen.savedForOffline()
  line.setDown(true)
  await screen.reload()
  await screen.says('You are offline. Showing the saved catalogue of')
  await screen.sees('region', 'Trending')
  await screen.goto('/products?keyword=hake')
  await screen.sees('link', /hake/i, { within: 'main' })
  await screen.goto(`/products/${fish._id}`)
  await screen.sees('heading', fish.trade_name)
  await screen.goto(`/cart/${fish._id}?qty=2`)
  await expect.poll(() => screen.valueOf('spinbutton', `Quantity of ${fish.trade_name}`)).toBe('2')
})

// WebKit has no Background Sync: what waits is sent when the shop is open, and the screen says that it waits
test('a request made with the server gone waits, and goes when the shop is opened again', async ({
  open,
  line,
  buyer,
  shop,
  fishes,
}) => {
  const [fish] = fishes
  const screen = await open()
  expect(await screen.run('return "SyncManager" in window')).toBe(false)
  await logIn(screen, buyer)
  await screen.savedForOffline()
  await fillOrder(screen, fish, '2.5')
  line.setDown(true)
  await screen.click('button', 'Send Order')
  await screen.says('Waiting for a connection')
  line.setDown(false)
  await screen.reload()
  await screen.says(sent)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

test('a request whose answer is lost arrives exactly once', async ({ open, line, buyer, shop, fishes }) => {
  const screen = await open()
  await logIn(screen, buyer)
  await fillOrder(screen, fishes[0], '3')
  line.plan('createOrder', ['lost-after'])
  await screen.click('button', 'Send Order')
  await screen.says(sent)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
  expect(line.count({ route: 'createOrder' })).toBeGreaterThan(1)
})

test('a browser that is killed with a request waiting sends it once when it is back', async ({
  open,
  webkit,
  line,
  buyer,
  shop,
  fishes,
}) => {
  const profile = await webkit.newProfile()
  const before = await open({ profile })
  await logIn(before, buyer)
  await fillOrder(before, fishes[0], '5')
  await sendInVain(before, line)
  await before.kill()
  line.clear()
  const after = await open({ profile })
  await after.goto('/Order')
  await after.says(sent)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

test('a request that waits at logout is hidden from the next person, and goes after the next login', async ({
  open,
  line,
  buyer,
  shop,
  fishes,
}) => {
  const [fish] = fishes
  const other = await shop.newCustomer()
  const screen = await open()
  await logIn(screen, buyer)
  await fillOrder(screen, fish, '8.125')
  await sendInVain(screen, line)
  await screen.click('button', buyer.name)
  await screen.click('menuitem', 'Logout')
  await screen.click('button', 'Keep for me')
  await screen.misses('button', buyer.name)
  line.clear()
  await logIn(screen, other)
  await screen.goto('/offline')
  await screen.sees('heading', 'Saved on this device')
  expect(await screen.text()).not.toContain('8.125')
  expect(await ordersOf(shop, buyer)).toHaveLength(0)
  await screen.click('button', other.name)
  await screen.click('menuitem', 'Logout')
  await screen.misses('button', other.name)
  await logIn(screen, buyer)
  await screen.goto('/Order')
  await screen.says(sent)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
  expect(await ordersOf(shop, other)).toHaveLength(0)
})

test('without a service worker an order goes once, and is saved on the device as ever', async ({
  open,
  line,
  buyer,
  shop,
  fishes,
}) => {
  const screen = await open({ before: 'delete Navigator.prototype.serviceWorker' })
  expect(await screen.run('return "serviceWorker" in navigator')).toBe(false)
  await logIn(screen, buyer)
  await fillOrder(screen, fishes[0], '2')
  await sendAfterCut(screen, line)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

const refuseDatabase = `IDBFactory.prototype.open = () => { throw new DOMException('refused', 'InvalidStateError') }`
/** As with all cookies blocked: whatever stores throws, also channels to other pages. */
const refuseAll = `
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
  window.BroadcastChannel = class extends BroadcastChannel { constructor(name) { super(name); refuse() } }
  for (const [type, method] of [['IDBFactory', 'open'], ['LockManager', 'request'], ['CacheStorage', 'open'], ['ServiceWorkerContainer', 'register']])
    if (type in window) window[type].prototype[method] = refuse
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })`

const refusals: [what: string, opening: Opening][] = [
  ['the engine has no storage', { flags: ['--no-storage'] }],
  ['IndexedDB is refused', { before: refuseDatabase }],
  ['everything that stores is refused', { before: refuseAll }],
]
for (const [what, opening] of refusals)
  test(`where ${what} the shop says so once, works online, and never claims to have saved`, async ({
    open,
    line,
    buyer,
    shop,
    fishes,
  }) => {
    const screen = await open(opening)
    await logIn(screen, buyer)
    await screen.says('This browser saves nothing')
    expect((await screen.text()).split('This browser saves nothing')).toHaveLength(2)
    await fillOrder(screen, fishes[0], '2')
    line.plan('createOrder', ['lost-after'])
    await screen.click('button', 'Send Order')
    await screen.says(sent)
    expect(await screen.text()).not.toContain('saved on this device')
    expect(await ordersOf(shop, buyer)).toHaveLength(1)
  })

/** From now on the disk is full for everything that somebody wants to send, until `window.hasRoom` is set. */
const fillDisk = `for (const name of ['add', 'put']) {
  const write = IDBObjectStore.prototype[name]
  IDBObjectStore.prototype[name] = function (...args) {
    if (this.name === 'outbox' && !window.hasRoom) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    return write.apply(this, args)
  }
}`

test('with a full disk an order says that it is not saved, and goes once when there is room', async ({
  open,
  buyer,
  shop,
  fishes,
}) => {
  const screen = await open({ before: fillDisk })
  await logIn(screen, buyer)
  await fillOrder(screen, fishes[0], '2')
  await screen.click('button', 'Send Order')
  await screen.says(/could not be saved: the device has no room/)
  expect(await ordersOf(shop, buyer)).toEqual([])
  await screen.run('window.hasRoom = true')
  await screen.click('button', 'Send Order')
  await screen.says(sent)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

// WebKit never offers to install by itself: an iPhone gets a short how-to in its place
test('an iPhone is told how the shop comes onto its home screen', async ({ open }) => {
  const screen = await open({ userAgent: iPhone })
  expect(await screen.run('return "onbeforeinstallprompt" in window')).toBe(false)
  await screen.goto('/offline')
  await screen.click('button', 'Install', { within: 'main' })
  await screen.says('Add to Home Screen')
})
