import type { Page } from 'playwright-core'
import { v7 } from 'uuid'
import type { Order } from '../../../contract/orders.ts'
import { sendRequest } from '../../support/http-call.ts'
import { profiles, type ShapingProxy, startShapingProxy } from '../../support/shaping-proxy.ts'
import { lineQuiet, openPhone } from '../browser.ts'
import { admin, logIn, type Shop, startShop } from '../shop.ts'
import type { Table } from '../table.ts'

/** Exchanges; half of them are seen by the buyer, half by the shop. */
const exchanges = 30

async function post<T>(shop: Shop, path: string, token: string, body: object): Promise<T> {
  const reply = await sendRequest(shop.url, { method: 'POST', path: `/api${path}`, token, body, key: v7() })
  if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${reply.text}`)
  // the contract: an order in an envelope
  return (reply.json as { data: T }).data
}

async function openOrder(
  url: string,
  { page, email, password, id }: Record<'email' | 'password' | 'id', string> & { page: Page },
) {
  page.setDefaultTimeout(120_000)
  await page.goto(`${url}/#/login?redirect=/order/${id}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/live/'))
  await page.getByRole('button', { name: 'Login' }).last().click()
  await stream
  await page.getByRole('list', { name: 'Thread' }).waitFor()
}

/** When the page has painted a text, by the clock of this machine; both processes share it. */
function paintedAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const list = document.querySelector('ol[aria-label="Thread"]')
          if (!list?.textContent?.includes(wanted)) return void requestAnimationFrame(look)
          // what is on the page when a frame starts is painted when the next task runs
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
          port2.postMessage(0)
        }
        requestAnimationFrame(look)
      }),
    text,
  )
}

const quantile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** From the commit of one side to the paint on the other: messages of buyer and shop, each with the order open. */
export async function live(): Promise<Table[]> {
  const rows = [await exchange('no line between', 1000)]
  for (const name of ['port', 'slow4g'] as const) rows.push(await exchange(name, 2500))
  const title = `A message on the other side’s open order: commit to paint, ${exchanges} exchanges`
  return [{ title, head: ['line of each side', 'p50 ms', 'p95 ms', 'longest ms', 'aim p95'], rows }]
}

/** Each side behind a line of its own. What is posted goes to the server without one: it is committed at once. */
async function exchange(name: keyof typeof profiles | 'no line between', aim: number): Promise<Table['rows'][number]> {
  const shop = await startShop()
  const lines: ShapingProxy[] = []
  const [phone, tablet] = [await openPhone(), await openPhone()]
  const urlOfSide = async () => {
    if (name === 'no line between') return shop.url
    const line = await startShapingProxy([shop.url], profiles[name])
    lines.push(line)
    return line.urls[0] ?? ''
  }
  try {
    const buyer = { email: 'live-buyer@example.org', password: 'bench-buyer-password' }
    const body = { name: 'Bench Buyer', ...buyer }
    const { json } = await sendRequest(shop.url, { method: 'POST', path: '/api/users/register/', body })
    const { token } = (json as { data: { token: string } }).data
    const staff = await logIn(shop, 'admin')
    const fishes = await sendRequest(shop.url, { method: 'GET', path: '/api/fish/' })
    const [fish] = (fishes.json as { fishes: { _id: string }[] }).fishes
    const shippingAddress = { phone: '1', address: 'Quai 1', city: 'Brest', postalCode: '29200', country: 'France' }
    const wanted = { orderItems: [{ fishe: fish?._id, qty: 2 }], shippingAddress }
    const { _id: id } = await post<Order>(shop, '/orders/add/', token, wanted)
    const sides = [
      { page: await phone.context.newPage(), by: staff, ...buyer },
      { page: await tablet.context.newPage(), by: token, ...admin },
    ]
    for (const side of sides) await openOrder(await urlOfSide(), { ...side, id })
    // the rest of the app and the pictures are still on their way
    for (const line of lines) await lineQuiet(line)
    const times: number[] = []
    for (let n = 0; n < exchanges; n++) {
      const { page, by } = sides[n % 2] ?? { page: undefined, by: '' }
      if (!page) break
      const text = `Message ${n}.`
      const painted = paintedAt(page, text)
      await post(shop, `/orders/${id}/events/`, by, { kind: 'message', text })
      // the answer comes after the commit
      const committed = performance.timeOrigin + performance.now()
      times.push(Math.max(0, (await painted) - committed))
    }
    const sorted = times.toSorted((a, b) => a - b)
    return [name, quantile(sorted, 0.5), quantile(sorted, 0.95), sorted.at(-1), `≤ ${aim.toLocaleString('en')}`]
  } finally {
    await phone.close()
    await tablet.close()
    for (const line of lines) await line.close()
    await shop.stop()
  }
}
