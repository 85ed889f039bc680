import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { FileInput } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import { hitBuckets } from '../../../server/db/rate-limits.ts'
import { diskReserve, fileReserve } from '../../../server/http/caller-limits.ts'
import { cleanFiles } from '../../../server/storage/uploads.ts'
import { openDeal } from '../orders/deal.ts'
import { sender } from './sender.ts'

const day = 24 * 60 * 60 * 1000
const paper = () => Buffer.from(`%PDF-1.7\n${v7()}`)
const pdf = { type: 'application/pdf', name: 'a.pdf' } as const

const { t, buyer, admin, fish, deal } = await openDeal()
const send = sender(t)
await mkdir(t.shop.incoming, { recursive: true })
afterAll(() => t.close())

async function announced(bytes: Buffer, change: Partial<FileInput> = pdf) {
  const order = await deal.request([fish])
  const file = send.describe(bytes, change)
  await deal.must(order, buyer.token, { kind: 'message', files: [file] })
  return { order, file, token: buyer.token, bytes }
}
const stateOf = async (order: { _id: string }) =>
  (await deal.read(order)).events.flatMap(({ files = [] }) => files).at(-1)
/** What the feed of an administrator has for a cursor, and the next cursor. */
async function feed(since?: string): Promise<{ changed: Order[]; next: string }> {
  const query: Record<string, string> = since ? { since } : {}
  const step = (await t.call('GET', '/orders/changes/', { token: admin.token, query })).json
  if (!step.more) return step
  const rest = await feed(step.next)
  return { changed: [...step.changed, ...rest.changed], next: rest.next }
}
function withFree(bytes: number) {
  const { freeDisk } = t.shop
  t.shop.freeDisk = async () => bytes
  onTestFinished(() => {
    t.shop.freeDisk = freeDisk
  })
}

it('that are refused are in the feed, and again when they are sent anew', async () => {
  const { order, file, token, bytes } = await announced(paper())
  const { next } = await feed()
  expect((await send.whole(order, file, { token, bytes: Buffer.alloc(bytes.length) })).status).toBe(422)
  const refused = await feed(next)
  expect(refused.changed.map(({ _id, events }) => [_id, events.at(-1)?.files])).toEqual([
    [order._id, [{ ...file, refused: 'fileHash' }]],
  ])
  expect((await send.whole(order, file, { token, bytes })).status).toBe(204)
  const here = await feed(refused.next)
  expect(here.changed.map(({ events }) => events.at(-1)?.files)).toEqual([[{ ...file, here: true }]])
})

it('that came too late have seven days again when they are sent again', async () => {
  const { order, file, token, bytes } = await announced(paper())
  t.clock.pass(7 * day + 1000)
  const { next } = await feed()
  await cleanFiles(t.shop)
  expect((await feed(next)).changed.map(({ _id }) => _id)).toContain(order._id)
  expect(await stateOf(order)).toEqual({ ...file, refused: 'fileLate' })
  await send.create(order, file, token)
  await send.patch(file, token, { offset: 0, bytes: bytes.subarray(0, 9) })
  t.clock.pass(6 * day)
  await cleanFiles(t.shop)
  expect(await stateOf(order)).toEqual(file)
  expect((await send.patch(file, token, { offset: 9, bytes: bytes.subarray(9) })).status).toBe(204)
  expect(await stateOf(order)).toEqual({ ...file, here: true })
})

it('count against the disk once: what is here is on it already, what has begun is to come', async () => {
  const here = await announced(paper())
  await send.whole(here.order, here.file, here)
  const begun = await announced(paper())
  await send.create(begun.order, begun.file, begun.token)
  const { bytes: begunBytes } = await t.db.query
    .selectFrom('order_file')
    .select((eb) => eb.fn.sum<number>('bytes').as('bytes'))
    .where('state', '=', 'announced')
    .where('started_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const next = await announced(paper())
  const needed = fileReserve + Number(begunBytes) + next.bytes.length
  withFree(needed - 1)
  expect((await send.create(next.order, next.file, next.token)).json.type).toBe('about:quayside/disk-full')
  withFree(needed)
  expect((await send.create(next.order, next.file, next.token)).status).toBe(201)
  expect((await send.patch(begun.file, begun.token, { offset: 0, bytes: begun.bytes })).status).toBe(204)
  expect((await send.patch(next.file, next.token, { offset: 0, bytes: next.bytes })).status).toBe(204)
})

it('leave room for orders when they have none', async () => {
  const { order, file, token } = await announced(paper())
  withFree(fileReserve - 1)
  expect((await send.create(order, file, token)).json.type).toBe('about:quayside/disk-full')
  expect(fileReserve).toBeGreaterThan(diskReserve)
  expect((await deal.request([fish]))._id).toBeTruthy()
})

it('of one address have bytes a day, those of the shop do not count', async () => {
  const { order, file, token } = await announced(paper())
  const ends = new Date(t.clock.now() + day).toISOString()
  const now = new Date(t.clock.now()).toISOString()
  const bucket = 'uploadAddress:127.0.0.1'
  await hitBuckets(t.db, [{ bucket, ends_at: ends, hits: 2 * 1024 * 1024 * 1000 }], now)
  const refused = await send.create(order, file, token)
  expect([refused.status, refused.json.type]).toEqual([429, 'about:quayside/too-many'])
  const own = send.describe(paper(), pdf)
  await deal.must(await deal.read(order), admin.token, { kind: 'message', files: [own] })
  expect((await send.create(order, own, admin.token)).status).toBe(201)
  await t.db.query.deleteFrom('rate_limit').where('bucket', '=', bucket).execute()
})

it('that nothing knows are deleted a day later, however many there are; what is awaited or here stays', async () => {
  const here = await announced(paper())
  await send.whole(here.order, here.file, here)
  const refused = await announced(paper())
  await send.whole(refused.order, refused.file, { ...refused, bytes: Buffer.alloc(refused.bytes.length) })
  const awaited = await announced(paper())
  await send.create(awaited.order, awaited.file, awaited.token)
  await send.patch(awaited.file, awaited.token, { offset: 0, bytes: awaited.bytes.subarray(0, 5) })
  const keyOf = ({ order, file }: typeof here) => `${order._id}/${file._id}`
  await t.shop.files.put(keyOf(refused), refused.bytes, 'application/pdf')
  // of a transaction that was rolled back, in an order that has other files, and of orders that are gone
  const orphans = [`${here.order._id}/${v7()}`, ...Array.from({ length: 210 }, () => `${v7()}/${v7()}`)]
  for (const key of orphans) await t.shop.files.put(key, Buffer.from('x'), 'application/pdf')
  const left = v7()
  for (const end of ['', '.json']) await writeFile(join(t.shop.incoming, left + end), 'x')
  const kept = async () => {
    const keys: string[] = []
    for await (const { key } of t.shop.files.list()) keys.push(key)
    return keys
  }
  await cleanFiles(t.shop)
  expect(await kept()).toEqual(expect.arrayContaining([...orphans, keyOf(refused), keyOf(here)]))
  await cleanFiles(t.shop, { now: Date.now() + day + 60_000 })
  const after = await kept()
  expect(after.filter((key) => orphans.includes(key) || key === keyOf(refused))).toEqual([])
  expect(after).toContain(keyOf(here))
  const incoming = await readdir(t.shop.incoming)
  expect(incoming.filter((name) => name.startsWith(left))).toEqual([])
  expect(incoming).toEqual(expect.arrayContaining([awaited.file._id, `${awaited.file._id}.json`]))
})

it('of others are checked while one person’s check takes its time', async () => {
  const { examineFile } = t.shop
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const slow = await announced(paper(), { type: 'image/jpeg', name: 'a.jpg' })
  t.shop.examineFile = async (path, ...given) => {
    if (path.endsWith(slow.file._id)) await gate
    return examineFile(path, ...given)
  }
  onTestFinished(() => {
    t.shop.examineFile = examineFile
  })
  const sending = send.whole(slow.order, slow.file, slow)
  const own = send.describe(paper(), pdf)
  await deal.must(await deal.read(slow.order), admin.token, { kind: 'message', files: [own] })
  const bytes = Buffer.alloc(own.bytes)
  expect((await send.whole(slow.order, own, { token: admin.token, bytes })).status).toBe(422)
  open()
  expect((await sending).status).toBe(422)
})
