import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import type { FishPage } from '../../../contract/fishes.ts'
import type { OrderInput } from '../../../contract/orders.ts'
import type { Session } from '../../../src/data/rows.ts'
import { openPhone } from '../browser.ts'
import type { Options } from '../options.ts'
import type { OutboxBench } from '../outbox/page.ts'
import { logIn, type Shop, startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

const counts = [200, 1000]

/** The outbox and what it needs as one script, without the app. */
async function script(): Promise<string> {
  const entry = fileURLToPath(new URL('../outbox/page.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error('The script of the outbox bench was not built.')
  return chunk.code
}

/** A page on the shop's own origin with nothing of the shop in it. */
async function openBench(page: Page, shop: Shop) {
  const code = await script()
  await page.route(`${shop.url}/bench.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><script type="module" src="/bench.js"></script>' }),
  )
  await page.route(`${shop.url}/bench.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.goto(`${shop.url}/bench.html`)
  await page.waitForFunction('globalThis.bench')
  // an interception left in place would slow down every request
  await page.unrouteAll()
}

async function measure(page: Page, shop: Shop, count: number) {
  const token = await logIn(shop, 'customer')
  const list = await fetch(`${shop.url}/api/fish/?page=1&per_page=3`)
  // our own server, which its own tests hold to the contract
  const { fishes } = (await list.json()) as FishPage
  const shippingAddress = { phone: '+33 1', address: '1 Quay', city: 'Brest', postalCode: '29200', country: 'France' }
  const body: OrderInput = { orderItems: fishes.map((fish) => ({ fishe: fish._id, qty: 2.5 })), shippingAddress }
  const session: Session = { userId: 'bench', name: 'Bench', email: 'bench@example.org', isAdmin: false, token }
  return page.evaluate(
    async ({ count, body, session }) => {
      // put there by outbox/page.ts
      const { bench } = globalThis as unknown as { bench: OutboxBench }
      await bench.prepare(session)
      const floor = await bench.floor(count, body)
      const atOnce = await bench.enqueueAtOnce(count, body)
      await bench.prepare(session)
      const oneByOne = await bench.enqueue(count, body)
      // twice, around what it is compared with: the machine is seldom as fast from one second to the next
      const before = await bench.loop(count, body, session.token)
      const drain = await bench.drain()
      const loopWithRow = await bench.loopWithRow(count, body, session.token)
      const loop = (before + (await bench.loop(count, body, session.token))) / 2
      return { floor, loop, loopWithRow, atOnce, oneByOne, drain }
    },
    { count, body, session },
  )
}

/** Keeping and sending many requests with the app's own outbox in a real Chromium, beside a bare loop of the same POSTs. */
export async function outbox({ rounds }: Options): Promise<Table[]> {
  const rows: Cell[][] = []
  const shop = await startShop()
  const phone = await openPhone()
  try {
    const page = await phone.context.newPage()
    await openBench(page, shop)
    for (const count of counts) {
      const all: Awaited<ReturnType<typeof measure>>[] = []
      for (let round = 0; round < rounds; round++) all.push(await measure(page, shop, count))
      const rate = (key: keyof (typeof all)[number]) => median(all.map((each) => (count * 1000) / each[key]))
      const saving = [rate('atOnce'), rate('oneByOne'), rate('floor'), rate('oneByOne') / rate('floor')]
      const sent = rate('drain')
      const [bare, withRow] = [rate('loop'), rate('loopWithRow')]
      rows.push([count, ...saving, sent, bare, sent / bare, withRow, sent / withRow])
    }
  } finally {
    await phone.close()
    await shop.stop()
  }
  const saving = [
    'saved/s, asked for at once',
    'saved/s, one after the other',
    'one IndexedDB row/s',
    'one by one : row',
  ]
  const sending = ['sent/s', 'bare loop/s', 'sent : loop', 'loop with a row/s', 'sent : loop with a row']
  const head = ['requests', ...saving, ...sending]
  return [{ title: 'Outbox: strict durability, loopback, full processor speed', head, rows }]
}
