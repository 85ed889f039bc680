import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import net, { type Socket } from 'node:net'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { dialect, freshDatabase, orderBody, password } from '../server/harness.ts'
import { post, postUntilTaken, type ServerProcess, startServer } from '../server/process.ts'
import { isLong, oneInTurn } from '../support/run.ts'
import { seedMany } from '../support/seed-many.ts'

/** Memory that no attack may make the server take at any moment, MB. */
const most = 400
const boss = { email: 'boss@example.org', password: 'a good password' }

let place: Awaited<ReturnType<typeof freshDatabase>>
let server: ServerProcess
let url: string
let sockets: Socket[]
/** a database with many products, filled once */
let filled: typeof place | undefined
beforeEach(async () => {
  place = await freshDatabase(dialect)
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.kill()
  await place.remove()
})

afterAll(() => filled?.remove())

/** Puts 5,000 products into the place, on SQLite. */
async function fill() {
  if (!filled) {
    filled = await freshDatabase('sqlite')
    await seedMany(filled, { products: 5000, orders: 0 })
  }
  await copyFile(join(filled.dataDir, 'shop.db'), join(place.dataDir, 'shop.db'))
}

async function open() {
  const { dataDir, databaseUrl } = place
  const limits = { RATE_LIMIT_FACTOR: '1000000', CONNECTIONS_PER_ADDRESS: '5000' }
  const admin = { ADMIN_EMAIL: boss.email, ADMIN_PASSWORD: boss.password }
  server = startServer({ DATA_DIR: dataDir, ...limits, ...admin, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  url = await server.address
}

/** A connection that reads nothing; the server may close it. */
async function connect(): Promise<Socket> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket.pause()
}

const residentOf = async (pid: number | undefined) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Expects other visitors to be served, and says the most memory that the server has taken so far. */
async function peak(what: string): Promise<number> {
  expect((await fetch(`${url}/api/health/`)).status).toBe(200)
  // in a crowd a stranger may be asked to come again
  const search = async () => (await fetch(`${url}/api/fish/?keyword=x${v7()}`)).status
  await expect.poll(search, { timeout: 90_000, interval: 1000 }).toBe(200)
  const memory = await residentOf(server.child.pid)
  console.log(`${what}: ${Math.round(memory)} MB`)
  return memory
}

const isOpen = (socket: Socket) => !socket.destroyed
/** Writes to a connection until it is closed or all is written. */
async function write(socket: Socket, bytes: Buffer | string): Promise<void> {
  if (isOpen(socket)) await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
}

const head = (type: string, length: number, path = '/api/contact/') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
const field = (name: string, size: number) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'y'.repeat(size)}\r\n`
const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`

/** What each of the connections sends without ever ending it. */
const unfinished: [what: string, bytes: () => Buffer, connections?: number][] = [
  [
    'forms with as many fields as there may be',
    () => {
      const fields = Array.from({ length: 30 }, (_, at) => field(`f${at}`, 64_000)).join('')
      return Buffer.from(head('multipart/form-data; boundary=x', 12_000_000) + fields)
    },
  ],
  [
    'forms with the same field again and again',
    () => {
      const fields = Array.from({ length: 29 }, () => field('user_message', 19_000)).join('')
      return Buffer.from(head('multipart/form-data; boundary=x', 12_000_000) + fields)
    },
  ],
  [
    'forms with one text without an end',
    () =>
      Buffer.from(head('multipart/form-data; boundary=x', 12_000_000) + field('user_message', 2_000_000).slice(0, -2)),
  ],
  ['texts of 250 KB', () => Buffer.from(`${head('application/json', 256_000)}"${'x'.repeat(250_000)}`)],
  [
    'plain forms',
    () => Buffer.from(`${head('application/x-www-form-urlencoded', 256_000)}user_message=${'x'.repeat(250_000)}`),
  ],
  [
    'bodies in pieces of one byte',
    () => Buffer.from(`${chunked('/api/users/login/')}${'1\r\nx\r\n'.repeat(100_000)}`),
    60,
  ],
  [
    'bodies to an address that does not exist',
    () =>
      Buffer.from(
        chunked('/api/nothing/') +
          '3e8\r\n' +
          'x'.repeat(1000) +
          '\r\n' +
          `2000\r\n${'x'.repeat(0x2000)}\r\n`.repeat(25),
      ),
  ],
]

// neither a body that never ends nor the catalogue in memory has to do with the database
const onlyOnce = it.runIf(dialect === 'sqlite')
onlyOnce.each(oneInTurn(unfinished))(
  'stays small while hundreds of connections send %s',
  async (what, bytesOf, count = 400) => {
    await open()
    const bytes = bytesOf()
    const all = await Promise.all(Array.from({ length: count }, connect))
    await Promise.all(all.map((socket) => write(socket, bytes)))
    // and a byte more, from time to time
    await Promise.all(all.map((socket) => write(socket, 'z')))
    expect(await peak(what)).toBeLessThan(most)
    // whoever says something short is heard
    const answer = await post(`${url}/api/contact/`, { user_email: 'v@example.org', user_message: 'Hi' })
    expect(answer?.status).toBe(201)
  },
  300_000,
)

onlyOnce('refuses the largest bodies above the budget', { tags: '@long' }, async () => {
  await open()
  const all = await Promise.all(Array.from({ length: 300 }, connect))
  const body = `${head('application/json', 256_000)}"${'x'.repeat(250_000)}`
  const firstAnswer = Promise.any(
    all.map(async (socket) => {
      socket.resume()
      return String((await once(socket, 'data'))[0])
    }),
  )
  await Promise.all(all.map((socket) => write(socket, body)))
  const refused = await firstAnswer
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*about:quayside\/busy/i)
})

onlyOnce.each(oneInTurn(['/api/fishes/create/', '/api/fishes/upload/']))(
  'stays small while an administrator’s 150 uploads of pictures to %s never end',
  { tags: '@long', timeout: 300_000 },
  async (path) => {
    await open()
    const login = { username: boss.email, password: boss.password }
    const answer = await post(`${url}/api/users/login/`, login)
    expect(answer?.json).toMatchObject({ data: { isAdmin: true } })
    // the contract: the user and the token in an envelope
    const said = answer?.json as { data: { token: string } }
    const file =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    const first = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${said.data.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 12000000\r\n\r\n`
    const bytes = Buffer.concat([Buffer.from(first + file), Buffer.alloc(6_000_000, 'y')])
    const all = await Promise.all(Array.from({ length: 150 }, connect))
    await Promise.all(all.map((socket) => write(socket, bytes)))
    expect(await peak(path)).toBeLessThan(most)
    const other = await post(`${url}/api/contact/`, { user_email: 'v@example.org', user_message: 'Hi' })
    expect(other?.status).toBe(201)
  },
)

const register = async (email: string) =>
  (await postUntilTaken(`${url}/api/users/register/`, { name: 'Buyer', email, password })).json as {
    data: { _id: string; token: string }
  }

/** Asks on many connections, once or four times at once on each, and takes no answer. */
async function askAndTakeNothing(count: number, request: (at: number) => string) {
  for (const times of [1, 4]) {
    const all = await Promise.all(Array.from({ length: count }, connect))
    const asked = (at: number) => Array.from({ length: times }, (_, n) => request(times * at + n)).join('')
    await Promise.all(all.map((socket, at) => write(socket, asked(at))))
    await Promise.all(all.map((socket) => write(socket, '\r\n')))
  }
}

it('stays small while one account asks for its feed, its orders and its data and takes no answer', {
  tags: '@long',
  timeout: 300_000,
}, async () => {
  await seedMany(place, { products: 60, orders: 0 })
  await open()
  const { data: buyer } = await register('buyer@example.org')
  const { fishes } = (await (await fetch(`${url}/api/fish/?per_page=60`)).json()) as { fishes: { _id: string }[] }
  const auth = { authorization: `Bearer ${buyer.token}` }
  for (let n = 0; n < 120; n++)
    expect((await postUntilTaken(`${url}/api/orders/add/`, orderBody(fishes), auth)).status).toBe(201)
  for (const path of ['/api/orders/changes/', '/api/orders/myorders/', '/api/users/data/']) {
    await askAndTakeNothing(60, () => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${buyer.token}\r\n\r\n`)
    expect(await peak(path)).toBeLessThan(most)
  }
  // another one is served at once
  const { data: other } = await register('other@example.org')
  const answer = await fetch(`${url}/api/orders/changes/`, { headers: { authorization: `Bearer ${other.token}` } })
  expect(answer.status).toBe(200)
})

// 400 orders of 300 events: too many rows for each run
it.runIf(isLong)(
  'stays small while an account downloads its data with the threads of many years',
  async () => {
    await open()
    const { data: buyer } = await register('buyer@example.org')
    server.child.kill('SIGTERM')
    await server.ended
    await seedMany(place, { products: 60, orders: 400, events: 300, buyer: buyer._id })
    await open()
    const answer = await fetch(`${url}/api/users/data/`, { headers: { authorization: `Bearer ${buyer.token}` } })
    let [bytes, events] = [0, 0]
    for await (const piece of answer.body ?? []) {
      bytes += piece.length
      events += Buffer.from(piece).toString('latin1').split('"kind":"').length - 1
    }
    expect(bytes).toBeGreaterThan(30_000_000)
    // a name may lie across two pieces
    expect(events).toBeGreaterThan(110_000)
    expect(await peak('data')).toBeLessThan(most)
  },
  300_000,
)

/** The feed's cursor at another version. */
function cursorAt(version: number, cursor: string): string {
  const epoch = Buffer.from(cursor, 'base64url').toString().replace(/^\d+/, '')
  return Buffer.from(version + epoch).toString('base64url')
}

const asked: [what: string, pathOf: (at: number, next: string) => string][] = [
  ['the same page', () => '/api/fishes/changes/'],
  ['the products of a type', () => '/api/fishes/type/fish'],
  ['pages of many lengths', (at: number) => `/api/fishes/changes/?limit=${1 + (at % 500)}`],
  [
    'steps that begin anywhere',
    (at: number, next: string) => `/api/fishes/changes/?since=${cursorAt(2 * at + 1, next)}`,
  ],
  ['the server’s pages of lists', (at: number) => `/p/?page=${1 + (at % 400)}&lng=${['en', 'fr', 'es'][at % 3]}`],
  ['the sitemap', (at: number) => `/sitemap.xml?page=${1 + (at % 5)}`],
  ['pages of searches', (at: number) => `/api/fish/?per_page=100&page=${1 + (at % 40)}&keyword=${'aeiou'[at % 5]}`],
]
onlyOnce.each(oneInTurn(asked))(
  'stays small while 500 visitors ask for %s and take no answer',
  { tags: '@long', timeout: 300_000 },
  async (what, pathOf) => {
    await fill()
    await open()
    const { next } = (await (await fetch(`${url}/api/fishes/changes/?limit=1`)).json()) as { next: string }
    await askAndTakeNothing(500, (at) => `GET ${pathOf(at, next)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(await peak(what)).toBeLessThan(most)
  },
)
