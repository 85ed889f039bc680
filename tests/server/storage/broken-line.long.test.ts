import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventFile } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import { sendWaiting, type Waiting } from '../../../src/data/files/send-files.ts'
import { askTus } from '../../../src/data/files/tus.ts'
import { pause as sleep } from '../../../src/lib/cancel.ts'
import { type ShapingProxy, startShapingProxy } from '../../support/shaping-proxy.ts'
import { freshDatabase, multipart, orderBody } from '../harness.ts'
import { post, type ServerProcess, startServer } from '../process.ts'

const boss = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'a good password' }
const fish = {
  trade_name: 'Cod',
  trade_name_fr: 'Morue',
  trade_name_es: 'Bacalao',
  classe: 'A',
  category: 'G',
  type: 'fish',
  countInStock: '5',
}

/*
 * A line of 64 kbit/s that is cut every 20 s carries 160 KB between two cuts. The same shape, ten times as fast, for a file of a third of 3 MB.
 */
const line = { up: 640_000, down: 640_000, rtt: 40 }
const cutEvery = 2000
const size = 1024 * 1024

let place: Awaited<ReturnType<typeof freshDatabase>>
let server: ServerProcess
let proxy: ShapingProxy | undefined
beforeEach(async () => {
  place = await freshDatabase('sqlite')
})
afterEach(async () => {
  await proxy?.close()
  await server.kill()
  await rm(place.dataDir, { recursive: true, force: true })
})

async function start(port = '0') {
  server = startServer({ DATA_DIR: place.dataDir, PORT: port, RATE_LIMIT_FACTOR: '1000', ...boss })
  return server.address
}

/** An order with an announced paper, and its bytes. */
async function announce(url: string) {
  const logged = await post(`${url}/api/users/login/`, { username: boss.ADMIN_EMAIL, password: boss.ADMIN_PASSWORD })
  const authorization = `Bearer ${logged?.json.data.token}`
  const form = multipart(fish)
  const made = await fetch(`${url}/api/fishes/create/`, {
    method: 'POST',
    headers: { authorization, ...form.headers },
    body: form.body,
  })
  const ordered = await post(`${url}/api/orders/add/`, orderBody([(await made.json()) as { _id: string }]), {
    authorization,
  })
  if (ordered?.status !== 201) throw new Error(JSON.stringify([logged?.json, ordered?.json]))
  const { _id: order } = ordered.json.data as Order
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { _id: v7(), name: 'Papers.pdf', type: 'application/pdf', bytes: bytes.length, sha256 } as const
  const said = await post(`${url}/api/orders/${order}/events/`, { kind: 'message', files: [file] }, { authorization })
  expect(said?.status).toBe(201)
  const filesOf = async (): Promise<EventFile[]> => {
    const answer = await fetch(`${url}/api/orders/${order}/`, { headers: { authorization } })
    return ((await answer.json()) as Order).events.flatMap(({ files = [] }) => files)
  }
  const read = async () => {
    const answer = await fetch(`${url}/api/files/${file._id}/`, { headers: { authorization } })
    return Buffer.from(await answer.arrayBuffer())
  }
  return { order, file, bytes, authorization, filesOf, read }
}

/** Sends the file as the app does, from a device that is kept in memory; resolves when the server has all of it. */
async function send(
  endpoint: string,
  { order, file, bytes, authorization }: Awaited<ReturnType<typeof announce>>,
): Promise<void> {
  const at = { order, userId: 'boss', at: 0, attempts: 0, nextAt: 0 }
  const token = authorization.replace('Bearer ', '')
  const disk: Waiting = {
    rows: [],
    session: { userId: 'boss', name: '', email: '', isAdmin: true, token },
    files: [{ ...file, ...at, kind: 'out', blob: new Blob([bytes]) }],
    said: { [file._id]: order },
    orders: [],
  }
  const stop = new AbortController()
  for (;;) {
    const wait = await sendWaiting(
      {
        store: {
          read: async () => disk,
          outbox: async () => disk,
          settle: async (_, change) => {
            disk.files = disk.files.flatMap((row) => change(row) ?? [])
          },
          expire: () => Promise.reject(new Error('The token is good')),
        },
        sender: (work) => work(async () => true),
        ask: (asked) => askTus(endpoint, asked),
        ...{ now: Date.now, random: Math.random, sleep, savesData: () => false, show: () => undefined },
      },
      stop.signal,
    )
    expect(disk.files.map(({ refused }) => refused)).toEqual(wait === undefined ? [] : [undefined])
    if (wait === undefined) return
    await pause(wait)
  }
}

it('a file over a line that is cut again and again arrives as it was, with at most 1.15 times its bytes', async () => {
  const url = await start()
  const given = await announce(url)
  proxy = await startShapingProxy([url], line)
  const stop = new AbortController()
  let cuts = 0
  const cutting = (async () => {
    while (!stop.signal.aborted) {
      await pause(cutEvery)
      proxy.cut()
      cuts++
    }
  })()
  await send(`${proxy.urls[0]}/api/files/`, given)
  stop.abort()
  await cutting
  expect(cuts).toBeGreaterThan(5)
  expect(proxy.bytes().up).toBeLessThan(1.15 * size)
  expect(await given.filesOf()).toEqual([{ ...given.file, here: true }])
  expect((await given.read()).equals(given.bytes)).toBe(true)
})
