import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { pause as sleep } from '../../../src/lib/cancel.ts'
import { sendWaiting, type Waiting } from '../../../src/sync/send-files.ts'
import { askTus } from '../../../src/sync/tus.ts'
import { startShapingProxy } from '../../support/shaping-proxy.ts'
import { type Announced, openFileServer } from './file-server.ts'

/*
 * A line of 64 kbit/s that is cut every 20 s carries 160 KB between two cuts. The same shape, ten times as fast, for a file of a third of 3 MB.
 */
const line = { up: 640_000, down: 640_000, rtt: 40 }
const cutEvery = 2000
const size = 1024 * 1024

/** Sends the file as the app does, from a device that is kept in memory; resolves when the server has all of it. */
async function send(endpoint: string, token: string, { order, file, bytes }: Announced): Promise<void> {
  const at = { order, userId: 'boss', at: 0, attempts: 0, nextAt: 0 }
  const disk: Waiting = {
    rows: [],
    session: { userId: 'boss', name: '', email: '', isAdmin: true, token },
    files: [{ ...file, ...at, kind: 'out', blob: new Blob([new Uint8Array(bytes)]) }],
    declared: { [file._id]: order },
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
  const { url, token, headers, announce, filesOf, close } = await openFileServer()
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
  const [given] = await announce('application/pdf', [bytes])
  if (!given) throw new Error('It was announced')
  const proxy = await startShapingProxy([url], line)
  const stop = new AbortController()
  let cuts = 0
  const cutting = (async () => {
    while (!stop.signal.aborted) {
      await pause(cutEvery)
      proxy.cut()
      cuts++
    }
  })()
  await send(`${proxy.urls[0]}/api/files/`, token, given)
  stop.abort()
  await cutting
  expect(cuts).toBeGreaterThan(5)
  expect(proxy.bytes().up).toBeLessThan(1.15 * size)
  expect(await filesOf(given.order)).toEqual([{ ...given.file, here: true }])
  const read = await fetch(`${url}/api/files/${given.file._id}/`, { headers })
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
  await proxy.close()
  await close()
})
