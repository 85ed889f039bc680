import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { freshDatabase, multipart, orderBody } from '../server/harness.ts'
import { post, type ServerProcess, startServer } from '../server/process.ts'
import { sendFile } from '../support/send-file.ts'

/** MB that the server may take beyond what it has, while the most uploads of one user run. */
const most = 100
const boss = { username: 'boss@example.org', password: 'a good password' }
const fish = {
  ...{ trade_name: 'Cod', trade_name_fr: 'Morue', trade_name_es: 'Bacalao' },
  ...{ classe: 'A', category: 'G', type: 'fish', countInStock: '5' },
}

let place: Awaited<ReturnType<typeof freshDatabase>>
let server: ServerProcess
beforeEach(async () => {
  place = await freshDatabase('sqlite')
})
afterEach(async () => {
  await server.kill()
  await place.remove()
})

/** Memory of the server now, MB. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
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

interface Announced {
  order: string
  file: FileInput
  bytes: Buffer
}

/** A shop of its own, and what announces files on orders of 100 MB at most. */
async function open() {
  const admin = { ADMIN_EMAIL: boss.username, ADMIN_PASSWORD: boss.password }
  server = startServer({ DATA_DIR: place.dataDir, RATE_LIMIT_FACTOR: '1000', ...admin })
  const url = await server.address
  const logged = await post(`${url}/api/users/login/`, boss)
  const headers = { authorization: `Bearer ${logged?.json.data.token}` }
  const form = multipart(fish)
  const made = await fetch(`${url}/api/fishes/create/`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: form.body,
  })
  const product = (await made.json()) as { _id: string }
  const announce = async (type: FileInput['type'], all: readonly Buffer[]): Promise<Announced[]> => {
    const ordered = await post(`${url}/api/orders/add/`, orderBody([product]), headers)
    const order: string = ordered?.json.data._id
    const files = all.map((bytes): FileInput => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { _id: v7(), name: 'a file', type, bytes: bytes.length, sha256 }
    })
    const said = await post(`${url}/api/orders/${order}/events/`, { kind: 'message', files }, headers)
    expect(said?.status).toBe(201)
    return files.map((file, at) => ({ order, file, bytes: all[at] ?? Buffer.alloc(0) }))
  }
  const token: string = logged?.json.data.token
  const send = (announced: Announced) => sendFile(url, { ...announced, token, chunkSize: 512 * 1024, pause: 200 })
  const stored = async (order: string) => {
    const answer = await fetch(`${url}/api/orders/${order}/`, { headers })
    const { events } = (await answer.json()) as { events: { files?: { here?: boolean }[] }[] }
    return events.flatMap(({ files = [] }) => files).filter(({ here }) => here).length
  }
  return { announce, send, stored }
}

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
    const { announce, send, stored } = await open()
    const largest = await make()
    // the code that receives and reads files is loaded
    for (const one of await announce(type, [await make()])) await send(one)
    const before = await memory()
    const perOrder = Math.floor(limits.orderFileBytes / limits.fileBytes)
    const all: Announced[] = []
    while (all.length < limits.uploadsPerUser) {
      const count = Math.min(perOrder, limits.uploadsPerUser - all.length)
      all.push(
        ...(await announce(
          type,
          Array.from({ length: count }, () => largest),
        )),
      )
    }
    const more = (await peakDuring(Promise.all(all.map(send)))) - before
    console.log(`${what}: ${Math.round(more)} MB more than ${Math.round(before)}`)
    expect(await Promise.all([...new Set(all.map(({ order }) => order))].map(stored))).toEqual([6, 6, 6, 2])
    expect(more).toBeLessThan(most)
  },
  300_000,
)
