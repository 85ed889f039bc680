import { setTimeout } from 'node:timers/promises'
import type { FishChanges } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import { type OpenStream, openStream } from '../../support/live-stream.ts'
import { peakMegabytes, type Shop, startShop } from '../shop.ts'
import type { Table } from '../table.ts'

const devices = 500
const products = 5000

async function register(shop: Shop, n: number): Promise<string> {
  const body = JSON.stringify({ name: 'Bench Buyer', email: `herd-${n}@example.org`, password: 'bench-buyer-password' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${shop.url}/api/users/register/`, { method: 'POST', headers, body })
  // the contract: the user and the token in an envelope
  return ((await answer.json()) as { data: { token: string } }).data.token
}

let refused = 0
/** Asks until it is answered, as the app does. */
async function get(shop: Shop, path: string, token?: string): Promise<unknown> {
  for (;;) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(shop.url + path, { headers }).catch(() => undefined)
    if (answer?.status === 200) return answer.json()
    refused++
    await setTimeout(1000 * (Number(answer?.headers.get('retry-after')) || 1) * (0.5 + Math.random()))
  }
}

/** All steps of a feed, from its beginning or from where the device was. */
async function pull(shop: Shop, path: string, { token, since = '' }: { token?: string; since?: string }) {
  for (let [next, more] = [since, true]; more; ) {
    // each step of a feed has a cursor
    const step = (await get(shop, `${path}?since=${next}`, token)) as FishChanges
    ;({ next, more } = step)
  }
}

/** 500 devices of 100 buyers come back at the same moment after a restart: half of them are new, half were away since different products. */
export async function serverHerd(): Promise<Table[]> {
  const { TEST_DATABASE_URL: databaseUrl } = process.env
  const shop = await startShop({ products, orders: 1000, events: 4 }, { CONNECTIONS_PER_ADDRESS: '5000' }, databaseUrl)
  try {
    const users: string[] = []
    for (let n = 0; n < devices / limits.liveStreamsPerUser; n++) users.push(await register(shop, n))
    const { next } = (await get(shop, '/api/fishes/changes/?limit=1')) as FishChanges
    const epoch = Buffer.from(next, 'base64url').toString().replace(/^\d+/, '')
    const before = await peakMegabytes(shop.pid)
    const start = performance.now()
    const streams: OpenStream[] = []
    const device = async (n: number) => {
      const token = users[n % users.length] ?? ''
      const since = n % 2 === 0 ? '' : Buffer.from(n * 9 + epoch).toString('base64url')
      const all = [pull(shop, '/api/fishes/changes/', { since }), pull(shop, '/api/orders/changes/', { token })]
      await Promise.all([...all, get(shop, '/api/shop/'), openStream(shop.url, token).then((one) => streams.push(one))])
    }
    await Promise.all(Array.from({ length: devices }, (_, n) => device(n)))
    const time = performance.now() - start
    const peak = await peakMegabytes(shop.pid)
    for (const stream of streams) stream.close()
    const rows = [
      ['memory: the most before they came, MB', before, ''],
      ['memory: the most, MB', peak, '≤ 400'],
      ['all have everything, s', time / 1000, ''],
      ['calls that were told to come again', refused, ''],
    ]
    const title = `500 devices come back at once, ${products} products, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}`
    return [{ title, head: ['what', 'measured', 'aim'], rows }]
  } finally {
    await shop.stop()
  }
}
