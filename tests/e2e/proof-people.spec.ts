import type { Page } from '@playwright/test'
import { turn } from '../support/run.ts'
import { address, checkOut, entries, expect, goTo, heading, newEntry, sendOrder, test } from './proof-device.ts'
import { type Customer, fillAddress, logIn } from './shop.ts'

const sent = (page: Page) => page.getByText(/^Sent \d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m$/)

async function logOutKeeping(page: Page, { name }: Customer): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog', { name: 'Before you log out' }).getByRole('button', { name: 'Keep for me' }).click()
  await expect(page.getByRole('button', { name })).toHaveCount(0)
}

/** Everything readable on the device, as text: what the page can reach, but not what waits for its own user. */
async function readable(page: Page): Promise<string> {
  const stores = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('quayside'))
    const names = [...db.objectStoreNames].filter((name) => name !== 'outbox')
    const rows = await Promise.all(names.map((name) => done(db.transaction(name).objectStore(name).getAll())))
    db.close()
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        cached.push(request.url)
        if (request.url.includes('/api/')) cached.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    const storage = { ...localStorage, ...Object.fromEntries(Object.entries(sessionStorage)) }
    return JSON.stringify([rows, cached, storage, document.cookie])
  })
  return stores + (await page.content())
}

test('on a shared tablet nobody sees, finds or sends what another has left there', async ({
  phone,
  line,
  ledger,
  fishes,
  shop,
}) => {
  test.setTimeout(120_000)
  const [anna, bruno] = [await shop.newCustomer(), await shop.newCustomer()]
  const { page } = await phone({ as: anna, saved: true })
  await checkOut(page, fishes[1], 7)
  await sendOrder(page).click()
  await expect(sent(page)).toBeVisible()
  await goTo(page, '/Order')
  await expect(sent(page)).toHaveCount(1)
  line.always('createOrder', 'lost-before')
  await checkOut(page, fishes[2], 8.125)
  await sendOrder(page).click()
  await expect.poll(async () => (await entries(page)).length).toBe(2)
  const { id } = await newEntry(page)
  await goTo(page, '/offline')
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  await logOutKeeping(page, anna)

  await logIn(page, bruno)
  line.clear()
  const tries = line.count({ key: id })
  const before = line.log.length
  for (const route of ['/Order', `/order/${id}`, '/offline', '/cart', '/drafts', '/shipping', '/profile', '/contact']) {
    await goTo(page, route)
    await expect(heading(page)).toBeVisible()
    const seen = await readable(page)
    for (const trace of [anna.email, anna._id, anna.token, address.phone, '8.125', id]) {
      // the address of the screen is no trace: it was typed here
      expect(seen.replaceAll(`/order/${id}`, ''), `${route}: ${trace}`).not.toContain(trace)
    }
  }
  await goTo(page, '/shipping')
  await fillAddress(page)
  // the address is saved before the next screen comes
  await expect(page).toHaveURL(/#\/placeorder$/)
  await checkOut(page, fishes[3], 9)
  await sendOrder(page).click()
  await expect(sent(page)).toBeVisible()
  await page.evaluate(() => {
    dispatchEvent(new Event('online'))
    navigator.serviceWorker.controller?.postMessage({ type: 'SEND_OUTBOX' })
  })
  expect(ledger.orders(bruno._id).map(({ items }) => items)).toEqual([`${fishes[3]?._id} 9`])
  expect(line.count({ key: id })).toBe(tries)
  expect(line.log.slice(before).filter(({ route }) => route === 'createOrder')).toHaveLength(1)
  expect(ledger.orders(anna._id)).toHaveLength(1)

  await page.getByRole('button', { name: bruno.name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: bruno.name })).toHaveCount(0)
  await logIn(page, anna)
  await goTo(page, `/order/${id}`)
  await expect(sent(page)).toBeVisible()
  expect(ledger.orders(anna._id).map((order) => order.items)).toEqual([
    `${fishes[1]?._id} 7`,
    `${fishes[2]?._id} 8.125`,
  ])
  expect(ledger.orders(anna._id)[1]).toMatchObject({ id, phone: address.phone })
  expect(ledger.orders(bruno._id)).toHaveLength(1)
})

test('two tabs on the same place-order screen are one order', { tag: turn(1, 2) }, async ({
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
