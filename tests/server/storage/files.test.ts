import { createHash, randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { EventFile, FileInput } from '../../../contract/files.ts'
import { limits } from '../../../contract/limits.ts'
import { cleanFiles } from '../../../server/storage/uploads.ts'
import { openDeal } from '../orders/deal.ts'
import { sender } from './sender.ts'

const photo = (side = 900) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer()

const { t, buyer, admin, fish, deal } = await openDeal()
const send = sender(t)
afterAll(() => t.close())

async function announced(bytes: Buffer, change: Partial<FileInput> = {}, who = buyer) {
  const order = await deal.request([fish])
  const file = send.describe(bytes, change)
  const said = await deal.say(order, who.token, { kind: 'message', files: [file] })
  expect([said.status, said.text.slice(0, said.status === 201 ? 0 : 300)]).toEqual([201, ''])
  return { order, file, token: who.token }
}
const filesOf = async (order: { _id: string }): Promise<EventFile[]> =>
  (await deal.read(order)).events.flatMap(({ files = [] }) => files)

it('are announced first, and here when all bytes have come', async () => {
  const bytes = await photo()
  const { order, file, token } = await announced(bytes)
  expect(await filesOf(order)).toEqual([file])
  const before = (await t.call('GET', '/orders/changes/', { token: admin.token, query: { limit: '1' } })).json
  expect((await send.create(order, file, token)).status).toBe(201)
  const half = Math.floor(bytes.length / 2)
  const first = await send.patch(file, token, { offset: 0, bytes: bytes.subarray(0, half) })
  expect([first.status, first.headers['upload-offset']]).toEqual([204, String(half)])
  const head = await send.head(file, token)
  expect([head.status, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
    200,
    String(half),
    String(bytes.length),
  ])
  expect(await filesOf(order)).toEqual([file])
  expect((await send.read(file, token)).statusCode).toBe(404)
  const last = await send.patch(file, token, { offset: half, bytes: bytes.subarray(half) })
  expect([last.status, last.headers['upload-offset'], last.headers['x-shop-api']]).toEqual([
    204,
    String(bytes.length),
    '1',
  ])
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
  const read = await send.read(file, admin.token)
  expect(read.statusCode).toBe(200)
  expect(read.rawPayload.equals(bytes)).toBe(true)
  expect(before.next).toBeTruthy()
})

it('that are refused are gone also for a call that comes while they are examined', async () => {
  const bytes = Buffer.from('no picture')
  const { order, file, token } = await announced(bytes)
  await send.create(order, file, token)
  const { examineFile } = t.shop
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const examined = new Promise<void>((resolve) => {
    t.shop.examineFile = async (...given) => {
      resolve()
      await gate
      return examineFile(...given)
    }
  })
  const patching = send.patch(file, token, { offset: 0, bytes })
  await examined
  const asking = send.head(file, token)
  await filesOf(order)
  open()
  expect([(await patching).status, (await asking).status]).toEqual([422, 404])
  t.shop.examineFile = examineFile
})

it('ring in the feed when they are here', async () => {
  const bytes = Buffer.from(`%PDF-1.7\n${v7()}`)
  const { order, file, token } = await announced(bytes, { type: 'application/pdf', name: 'a.pdf' })
  let cursor: string | undefined
  for (let more = true; more; ) {
    const query: Record<string, string> = cursor ? { since: cursor } : {}
    const step = (await t.call('GET', '/orders/changes/', { token: admin.token, query })).json
    cursor = step.next
    more = step.more
  }
  await send.whole(order, file, { token, bytes })
  const step = (await t.call('GET', '/orders/changes/', { token: admin.token, query: { since: cursor ?? '' } })).json
  expect(step.changed.map((one: { _id: string }) => one._id)).toEqual([order._id])
  expect(step.changed[0].events[0].files).toEqual([{ ...file, here: true }])
})

it('come with a milestone, too', async () => {
  const bytes = await photo(200)
  const order = await deal.accept(await deal.offer(await deal.request([fish])))
  const file = send.describe(bytes)
  const said = await deal.say(order, admin.token, {
    kind: 'milestone',
    step: 'packed',
    on: '2026-01-02',
    files: [file],
  })
  expect([said.status, said.json.data.events[0].files]).toEqual([201, [file]])
  expect((await send.whole(order, file, { token: admin.token, bytes })).status).toBe(204)
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
})

it('of the shop and of the buyer are sent by their own side only, and read by both', async () => {
  const bytes = Buffer.from(`%PDF-1.7\n${v7()}`)
  const stranger = await t.addUser()
  const { order, file } = await announced(bytes, { type: 'application/pdf', name: 'a.pdf' }, admin)
  for (const token of [buyer.token, stranger.token]) {
    expect((await send.create(order, file, token)).status).toBe(404)
    expect((await send.patch(file, token, { offset: 0, bytes })).status).toBe(404)
  }
  expect((await send.create(order, file, undefined)).status).toBe(401)
  expect((await send.whole(order, file, { token: admin.token, bytes })).status).toBe(204)
  expect((await send.read(file, buyer.token)).statusCode).toBe(200)
  expect((await send.read(file, stranger.token)).statusCode).toBe(404)
  expect((await send.read(file, (await t.addUser({ rights: ['products'] })).token)).statusCode).toBe(404)
})

it('that do not fit are refused with a reason, and can be sent again', async () => {
  const bytes = await photo(300)
  const { order, file, token } = await announced(bytes)
  const wrong = Buffer.from(bytes)
  wrong[200] = (wrong[200] ?? 0) ^ 1
  const refused = await send.whole(order, file, { token, bytes: wrong })
  expect([refused.status, refused.json.type, refused.json.errors[0].rule]).toEqual([
    422,
    'about:quayside/bad-file',
    'fileHash',
  ])
  expect(await filesOf(order)).toEqual([{ ...file, refused: 'fileHash' }])
  expect((await send.read(file, token)).json().detail).toBe('This file was refused.')
  expect((await send.patch(file, token, { offset: 0, bytes })).status).toBe(404)
  expect((await send.whole(order, file, { token, bytes })).status).toBe(204)
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
})

/** What a server leaves that is killed between its word on a file and the removal of what had come. */
async function leaveIncoming({ _id, bytes: size }: FileInput, bytes: Buffer) {
  const about = { id: _id, size, offset: 0, metadata: { file: _id }, creation_date: new Date().toISOString() }
  await writeFile(join(t.shop.incoming, _id), bytes)
  await writeFile(join(t.shop.incoming, `${_id}.json`), JSON.stringify(about))
}

it('stay here when the server was killed right after it had said so, and what had come is removed', async () => {
  const bytes = await photo(300)
  const { order, file, token } = await announced(bytes)
  await send.whole(order, file, { token, bytes })
  await leaveIncoming(file, bytes)
  const { version } = await deal.read(order)
  // the client heard no answer: it asks, begins again, or sends its last piece once more
  const head = await send.head(file, token)
  expect([head.status, head.headers['upload-offset']]).toEqual([200, String(bytes.length)])
  expect((await send.create(order, file, token)).status).toBe(201)
  expect((await send.patch(file, token, { offset: 1000, bytes: bytes.subarray(1000) })).status).toBe(409)
  expect((await send.patch(file, token, { offset: 0, bytes: Buffer.alloc(10) })).status).toBe(409)
  expect([(await filesOf(order)).length, (await deal.read(order)).version]).toEqual([1, version])
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
  expect((await send.read(file, token)).rawPayload.equals(bytes)).toBe(true)
  expect(await readdir(t.shop.incoming)).toEqual(expect.arrayContaining([file._id, `${file._id}.json`]))
  await cleanFiles(t.shop, { now: Date.now() + 25 * 3_600_000 })
  expect((await readdir(t.shop.incoming)).filter((name) => name.startsWith(file._id))).toEqual([])
  expect((await send.read(file, token)).rawPayload.equals(bytes)).toBe(true)
})

it('that were refused right before the server was killed are refused once more, and can be sent again', async () => {
  const bytes = await photo(300)
  const { order, file, token } = await announced(bytes)
  const wrong = Buffer.from(bytes)
  wrong[200] = (wrong[200] ?? 0) ^ 1
  await send.whole(order, file, { token, bytes: wrong })
  await leaveIncoming(file, wrong)
  expect((await send.patch(file, token, { offset: bytes.length, bytes: Buffer.alloc(0) })).status).toBe(404)
  expect((await send.head(file, token)).status).toBe(422)
  expect((await readdir(t.shop.incoming)).filter((name) => name.startsWith(file._id))).toEqual([])
  await leaveIncoming(file, wrong)
  // without asking first
  expect((await send.whole(order, file, { token, bytes })).status).toBe(204)
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
  expect((await send.read(file, token)).rawPayload.equals(bytes)).toBe(true)
})

const wide = () =>
  sharp({ create: { width: 9000, height: 5000, channels: 3, background: 'teal' } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer()

it.each([
  ['a picture of too many pixels', await wide(), 'image/png', 'megapixels'],
  ['text that calls itself a picture', Buffer.from('<html><script>alert(1)</script></html>'), 'image/jpeg', 'fileType'],
  ['a picture that calls itself a paper', undefined, 'application/pdf', 'fileType'],
  ['a picture that breaks off', 'cut', 'image/jpeg', 'readablePicture'],
] as const)('refuse %s', async (_, content, type, rule) => {
  const whole = await photo(200)
  const bytes = content === undefined ? whole : content === 'cut' ? whole.subarray(0, 700) : content
  const { order, file, token } = await announced(bytes, { type })
  const refused = await send.whole(order, file, { token, bytes })
  expect([refused.status, refused.json.errors[0].rule]).toEqual([422, rule])
  expect(await filesOf(order)).toEqual([{ ...file, refused: rule }])
})

it('are small pictures, too', async () => {
  const bytes = await photo()
  const { order, file, token } = await announced(bytes)
  await send.whole(order, file, { token, bytes })
  const thumb = await send.read(file, admin.token, { query: '?thumb' })
  const { width, format } = await sharp(thumb.rawPayload).metadata()
  expect([thumb.headers['content-type'], width, format]).toEqual(['image/webp', 320, 'webp'])
})

it('begin anew without losing anything when the answer to the first call was lost', async () => {
  const bytes = await photo(300)
  const { order, file, token } = await announced(bytes)
  await send.create(order, file, token)
  await send.patch(file, token, { offset: 0, bytes: bytes.subarray(0, 1000) })
  expect((await send.create(order, file, token)).status).toBe(201)
  expect((await send.head(file, token)).headers['upload-offset']).toBe('1000')
  expect((await send.patch(file, token, { offset: 0, bytes })).status).toBe(409)
  expect((await send.patch(file, token, { offset: 1000, bytes: bytes.subarray(1000) })).status).toBe(204)
  expect((await send.create(order, file, token)).status).toBe(201)
  expect((await send.head(file, token)).headers['upload-offset']).toBe(String(bytes.length))
  expect((await send.read(file, token)).rawPayload.equals(bytes)).toBe(true)
})

it('have names that read as they are written', async () => {
  const { order } = await announced(Buffer.from('%PDF-1'), { name: 'photo\u202efdp.exe' })
  expect((await filesOf(order)).map(({ name }) => name)).toEqual(['photofdp.exe'])
  const { order: other } = await announced(Buffer.from('%PDF-1'), { name: '\u202e' })
  expect((await filesOf(other)).map(({ name }) => name)).toEqual(['file'])
})

it('come also under ids in capital letters, as some programs write them', async () => {
  const bytes = Buffer.from('%PDF-1.7\ncapitals')
  const _id = v7().toUpperCase()
  const { order, file, token } = await announced(bytes, { _id, type: 'application/pdf', name: 'a.pdf' })
  const created = await send.create(order, file, token)
  expect([created.status, created.headers.location]).toEqual([201, `/api/files/${_id.toLowerCase()}`])
  expect((await send.patch(file, token, { offset: 0, bytes })).status).toBe(204)
  expect((await filesOf(order))[0]?.here).toBe(true)
})

it('keep within the limit of an order also when they were refused and come again', async () => {
  const bytes = Buffer.from('%PDF-1.7\nonce more')
  const { order, file, token } = await announced(bytes, { type: 'application/pdf', name: 'a.pdf' })
  expect((await send.whole(order, file, { token, bytes: Buffer.from(bytes).fill(0) })).status).toBe(422)
  const big = () => ({ ...send.describe(Buffer.from('x')), bytes: limits.fileBytes, _id: v7() })
  const rest = { ...big(), bytes: limits.orderFileBytes - 6 * limits.fileBytes }
  const files = [...Array.from({ length: 6 }, big), rest]
  expect((await deal.say(order, admin.token, { kind: 'message', files })).status).toBe(201)
  const again = await send.create(order, file, token)
  expect([again.status, again.json?.type]).toEqual([422, 'about:quayside/files-full'])
})

it('stay here when an upload that began before comes to its beginning later', async () => {
  const bytes = Buffer.from('%PDF-1.7\ntwice')
  const { order, file, token } = await announced(bytes, { type: 'application/pdf', name: 'a.pdf' })
  const { freeDisk } = t.shop
  t.shop.freeDisk = async () => {
    t.shop.freeDisk = freeDisk
    expect((await send.whole(order, file, { token, bytes })).status).toBe(204)
    return freeDisk()
  }
  expect((await send.create(order, file, token)).status).toBe(201)
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
})

it('do not begin to come when their order is sealed meanwhile', async () => {
  const bytes = Buffer.from('%PDF-1.7\ntoo late')
  const order = await deal.accept(await deal.offer(await deal.request([fish])))
  const file = send.describe(bytes, { type: 'application/pdf', name: 'a.pdf' })
  await deal.must(order, buyer.token, { kind: 'message', files: [file] })
  const { freeDisk } = t.shop
  t.shop.freeDisk = async () => {
    t.shop.freeDisk = freeDisk
    const query = { reference: order.reference }
    const sealed = await t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token, query })
    expect(sealed.status).toBe(204)
    return freeDisk()
  }
  const begun = await send.create(order, file, buyer.token)
  expect([begun.status, begun.json?.type]).toEqual([409, 'about:quayside/order-sealed'])
  expect(await readdir(t.shop.incoming).catch(() => [])).not.toContain(file._id)
})

it('keep within the limits of an order and of what was announced', async () => {
  const order = await deal.request([fish])
  const big = () => ({ ...send.describe(Buffer.from('x')), bytes: 15 * 1024 * 1024, _id: v7() })
  const say = (files: object[]) => deal.say(order, buyer.token, { kind: 'message', files })
  expect((await say([{ ...big(), bytes: 15 * 1024 * 1024 + 1 }])).status).toBe(422)
  expect((await say(Array.from({ length: 11 }, big))).status).toBe(422)
  expect((await say(Array.from({ length: 6 }, big))).status).toBe(201)
  const full = await say([big()])
  expect([full.status, full.json.type]).toEqual([422, 'about:quayside/files-full'])
  const file = send.describe(Buffer.from('%PDF-1'))
  expect((await say([file, file])).status).toBe(422)
  expect((await say([file])).status).toBe(201)
  expect((await say([{ ...file, name: 'again' }])).status).toBe(422)
  const length = await send.create(order, { ...file, bytes: 7 }, buyer.token)
  expect([length.status, length.json.errors[0].rule]).toEqual([422, 'fileSize'])
  expect(createHash('sha256').update('%PDF-1').digest('hex')).toBe(file.sha256)
})
