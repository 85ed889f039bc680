import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { type Announced, openFileServer } from '../server/storage/file-server.ts'
import { sendFile } from '../support/send-file.ts'

/** MB that the server may take beyond what it has, while the most uploads of one user run. */
const most = 100

let shop: Awaited<ReturnType<typeof openFileServer>>
beforeEach(async () => {
  shop = await openFileServer()
})
afterEach(() => shop.close())

/** Memory of the server now, MB. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${shop.server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** The most memory of the server while something runs; that of its start and of hashing a password does not count. */
async function peakDuring(work: Promise<unknown>): Promise<number> {
  let [peak, isOver] = [0, false]
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    peak = Math.max(peak, await memory())
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await work
  return peak
}

const send = (announced: Announced) =>
  sendFile(shop.url, { ...announced, token: shop.token, chunkSize: 512 * 1024, pause: 200 })
const stored = async (order: string) => (await shop.filesOf(order)).filter(({ here }) => here).length

const paper = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(limits.fileBytes - 9)])
/** A picture of a phone in its original size, filled up to the most that a file may have. */
async function photo() {
  const [width, height] = [6000, 4000]
  const noise = { raw: { width: 600, height: 400, channels: 3 as const } }
  const bytes = await sharp(randomBytes(600 * 400 * 3), noise)
    .resize(width, height)
    .jpeg({ quality: 95 })
    .toBuffer()
  return Buffer.concat([bytes, Buffer.alloc(limits.fileBytes - bytes.length)])
}

it.each([
  ['papers', 'application/pdf', paper],
  ['pictures', 'image/jpeg', photo],
] as const)(
  `${limits.uploadsPerUser} uploads of the largest %s at once take little memory`,
  async (what, type, make) => {
    const largest = await make()
    // the code that receives and reads files is loaded
    for (const one of await shop.announce(type, [await make()])) await send(one)
    const before = await memory()
    const perOrder = Math.floor(limits.orderFileBytes / limits.fileBytes)
    const all: Announced[] = []
    while (all.length < limits.uploadsPerUser) {
      const count = Math.min(perOrder, limits.uploadsPerUser - all.length)
      all.push(...(await shop.announce(type, Array(count).fill(largest))))
    }
    const more = (await peakDuring(Promise.all(all.map(send)))) - before
    console.log(`${what}: ${Math.round(more)} MB more than ${Math.round(before)}`)
    expect(await Promise.all([...new Set(all.map(({ order }) => order))].map(stored))).toEqual([6, 6, 6, 2])
    expect(more).toBeLessThan(most)
  },
  300_000,
)
