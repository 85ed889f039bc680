import { setTimeout } from 'node:timers/promises'
import { limits } from '../../../contract/limits.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { sendRequest } from '../../support/http-call.ts'
import { type OpenStream, openStream } from '../../support/live-stream.ts'
import { admin, logIn, processorTime, type Shop, startShop } from '../shop.ts'
import type { Table } from '../table.ts'

/** Two comments of each stream fall into it. */
const idleTime = 60_000

async function tokens(shop: Shop, count: number): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < count; n++) {
    const body = { name: 'Bench Buyer', email: `live-${n}@example.org`, password: 'bench-buyer-password' }
    const { json } = await sendRequest(shop.url, { method: 'POST', path: '/api/users/register/', body })
    // the contract: the user and the token in an envelope
    made.push((json as { data: { token: string } }).data.token)
  }
  return made
}

async function openAll(shop: Shop, users: readonly string[]): Promise<OpenStream[]> {
  const streams: OpenStream[] = []
  for (const token of users) {
    const five = Array.from({ length: limits.liveStreamsPerUser }, () => openStream(shop.url, token))
    streams.push(...(await Promise.all(five)))
  }
  const refused = streams.filter(({ status }) => status !== 200)
  if (refused.length > 0) throw new Error(`${refused.length} streams were refused`)
  return streams
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(1)
}

/** What 2,000 open streams cost the server, and how long all wait for a hint. */
export async function serverLive(): Promise<Table[]> {
  const shop = await startShop(undefined, { CONNECTIONS_PER_ADDRESS: '5000' })
  try {
    const started = await shop.memory()
    const users = await tokens(shop, limits.liveStreams / limits.liveStreamsPerUser)
    // the code is compiled and the heap has grown before anything is measured
    for (const stream of await openAll(shop, users.slice(0, 40))) stream.close()
    await setTimeout(3000)
    const before = await shop.memory()
    const streams = await openAll(shop, users)
    await setTimeout(3000)
    const [used, start] = [await processorTime(shop.pid), performance.now()]
    await setTimeout(idleTime)
    const idle = ((await processorTime(shop.pid)) - used) / (performance.now() - start)
    const after = await shop.memory()

    const token = await logIn(shop, 'admin')
    const { json } = await sendRequest(shop.url, { method: 'GET', path: '/api/shop/' })
    const body = { ...demoShop, version: (json as { version: number }).version, email: admin.email }
    const saved = sendRequest(shop.url, { method: 'PUT', path: '/api/shop/', token, body })
    const sent = performance.now()
    await until(() => streams.every((stream) => stream.hints().includes('shop')))
    const told = performance.now() - sent
    await saved
    for (const stream of streams) stream.close()
    const rows = [
      ['memory: the server as it has started, MB', started, ''],
      ['memory: after 400 registrations and 200 streams, MB', before, ''],
      ['memory: with 2,000 open streams, MB', after, '≤ 60 more'],
      ['processor while idle, % of a core', idle * 100, '≤ 3'],
      ['one change reaches all of them, ms', told, ''],
    ]
    return [{ title: '2,000 open live streams', head: ['what', 'measured', 'aim'], rows }]
  } finally {
    await shop.stop()
  }
}
