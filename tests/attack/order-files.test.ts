import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { FileInput } from '../../contract/files.ts'
import type { Order } from '../../contract/orders.ts'
import { sender } from '../server/storage/sender.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { isLong, runSeed } from '../support/run.ts'
import { openAttackedShop } from './shop.ts'

const paper = (size = 5000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])

const t = await openAttackedShop()
const buyer = await t.addUser()
const admin = await t.addUser({ admin: true })
const send = sender(t)
const order = await t.newOrder(buyer, await t.addFish())
afterAll(() => t.close())

async function announce(file: FileInput, who = buyer) {
  const body = { kind: 'message', files: [file] }
  return t.call('POST', `/orders/${order._id}/events/`, { token: who.token, key: v7(), body })
}
async function announced(bytes: Buffer, change: Partial<FileInput> = {}) {
  const file = send.describe(bytes, { type: 'application/pdf', name: 'Paper.pdf', ...change })
  expect((await announce(file)).status).toBe(201)
  return file
}
const stateOf = async ({ _id }: FileInput) => {
  const { json } = await t.call('GET', `/orders/${order._id}/events/`, { token: admin.token })
  const { events } = json as Pick<Order, 'events'>
  return events.flatMap(({ files = [] }) => files).find((file) => file._id === _id)
}

const names = [
  '../../../etc/passwd',
  'C:\\windows\\win.ini',
  'a".pdf; filename="b.exe',
  'photo\u202egpj.exe',
  'Pêche – 鱼 🐟.pdf',
  '.htaccess',
  'run.exe',
  '%2e%2e%2fx',
  'x'.repeat(200),
  ...hostileTexts.filter((text, at) => text.length < 100 && /\S/.test(text) && (isLong || at % 3 === runSeed % 3)),
]
it.each(names.map((name) => [name] as const))('the name %j is a text, never a path or a header', async (name) => {
  const bytes = paper(10)
  const file = send.describe(bytes, { type: 'application/pdf', name })
  const said = await announce(file)
  if (said.status === 422) return
  expect(said.status).toBe(201)
  expect((await send.whole(order, file, { token: buyer.token, bytes })).status).toBe(204)
  const read = await send.read(file, admin.token)
  expect(read.statusCode).toBe(200)
  const { 'content-disposition': saved = '', 'content-type': type, ...rest } = read.headers
  expect(saved).toMatch(/^attachment; filename="[\x20-\x7e]*\.pdf"; filename\*=UTF-8''[A-Za-z0-9%._~&$+#^`|-]*\.pdf$/i)
  expect(String(saved)).not.toMatch(/[/\\]|%2F|%5C|%E2%80%AE|%0D|%0A/i)
  expect([type, rest['x-content-type-options']]).toEqual(['application/pdf', 'nosniff'])
  expect([rest['cache-control'], rest['content-security-policy']]).toEqual([
    'private, no-cache',
    "default-src 'none'; sandbox",
  ])
})

it.each([
  ['bytes=0-0', 206, 0, 1],
  ['bytes=100-', 206, 100, undefined],
  ['bytes=-10', 206, -10, undefined],
  ['bytes=0-999999999', 206, 0, undefined],
  ['bytes=-999999999', 206, 0, undefined],
  ['bytes=5009-', 416, 0, 0],
  ['bytes=99999-100000', 416, 0, 0],
  ['bytes=-0', 416, 0, 0],
  ['bytes=9-2', 200, 0, undefined],
  ['bytes=0-1,5-9', 200, 0, undefined],
  ['bytes=a-b', 200, 0, undefined],
  ['lines=0-1', 200, 0, undefined],
  [`bytes=${'9'.repeat(400)}-`, 200, 0, undefined],
] as const)('the range %s answers %d', async (range, status, from, to) => {
  const bytes = paper()
  const file = await announced(bytes)
  await send.whole(order, file, { token: buyer.token, bytes })
  const read = await send.read(file, buyer.token, { headers: { range } })
  expect(read.statusCode).toBe(status)
  if (status === 416) expect(read.headers['content-range']).toBe(`bytes */${bytes.length}`)
  else expect(read.rawPayload.equals(bytes.subarray(from, to))).toBe(true)
})

it('takes nothing but what was announced: offsets, lengths, and what goes on behind the end', async () => {
  const bytes = paper()
  const file = await announced(bytes)
  const { token } = buyer
  for (const length of ['0', '-1', '1e3', String(bytes.length + 1), '99999999999', 'x', '']) {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': length,
      'upload-metadata': `order ${btoa(order._id)},file ${btoa(file._id)}`,
    }
    const { status } = await t.call('POST', '/files/', { token, headers })
    expect([length, status]).toEqual([length, expect.toSatisfy((code) => code === 400 || code === 422 || code === 413)])
  }
  await send.create(order, file, token)
  for (const offset of [-1, 1, 1e9, Number.NaN])
    expect((await send.patch(file, token, { offset, bytes })).status).toBeOneOf([400, 409])
  expect((await send.patch(file, token, { offset: 0, bytes: Buffer.concat([bytes, bytes]) })).status).toBe(413)
  expect((await send.head(file, token)).headers['upload-offset']).toBe('0')
  const chunked = await t.call('PATCH', `/files/${file._id}`, {
    token,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/json' },
    body: bytes,
  })
  expect(chunked.status).toBe(400)
  expect((await send.patch(file, token, { offset: 0, bytes })).status).toBe(204)
  expect((await send.patch(file, token, { offset: 0, bytes })).status).toBe(409)
  expect((await send.patch(file, token, { offset: bytes.length, bytes })).status).toBe(409)
  expect(await stateOf(file)).toMatchObject({ here: true })
})

it.each([
  ['no metadata', ''],
  ['another order', `order ${btoa(v7())}`],
  ['no file', `file ${btoa('../../x')}`],
  ['a file that nobody announced', `file ${btoa(v7())}`],
])('a call with %s finds nothing', async (_, metadata) => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata }
  expect((await t.call('POST', '/files/', { token: buyer.token, headers })).status).toBe(404)
})

it('other methods, other protocols and methods in disguise are refused', async () => {
  const bytes = paper()
  const file = await announced(bytes)
  await send.whole(order, file, { token: buyer.token, bytes })
  const { token } = buyer
  expect((await t.call('DELETE', `/files/${file._id}`, { token, headers: { 'tus-resumable': '1.0.0' } })).status).toBe(
    405,
  )
  const disguised = {
    'tus-resumable': '1.0.0',
    'x-http-method-override': 'DELETE',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  expect((await t.call('PATCH', `/files/${file._id}`, { token, headers: disguised })).status).toBe(409)
  const old = { ...disguised, 'tus-resumable': '0.2.2' }
  const next = await announced(bytes)
  const { status, headers } = await t.call('PATCH', `/files/${next._id}`, { token, headers: old })
  expect([status, headers['tus-version']]).toEqual([400, undefined])
  expect((await t.call('PATCH', `/files/${next._id}`, { token, headers: { 'upload-offset': '0' } })).status).toBe(412)
  const options = await t.call('OPTIONS', '/files/')
  expect([options.status, options.headers['tus-version'], options.headers['tus-extension']]).toEqual([
    204,
    '1.0.0',
    'creation,creation-with-upload',
  ])
})

it('who loses right or session in the middle sends nothing more', async () => {
  const staff = await t.addUser({ rights: ['orders'] })
  const bytes = paper()
  const file = send.describe(bytes, { type: 'application/pdf' })
  expect((await announce(file, staff)).status).toBe(201)
  await send.create(order, file, staff.token)
  const line = net.connect(t.port, '127.0.0.1')
  let said = ''
  line.on('data', (chunk) => {
    said += chunk
  })
  const closed = once(line, 'close')
  line.write(
    `PATCH /api/files/${file._id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${staff.token}\r\nTus-Resumable: 1.0.0\r\n` +
      `Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  line.write(bytes.subarray(0, 3000))
  const offset = async () => (await send.head(file, admin.token)).headers['upload-offset']
  await expect.poll(async () => (await stat(join(t.shop.incoming, file._id))).size).toBe(3000)
  await t.db.query.updateTable('account').set({ rights: '' }).where('id', '=', staff.id).execute()
  line.write(bytes.subarray(3000))
  await closed
  expect(said).toMatch(/^HTTP\/1\.1 404 /)
  expect((await stateOf(file))?.here).toBeUndefined()
  expect((await send.head(file, staff.token)).status).toBe(404)
  expect((await send.read(file, staff.token)).statusCode).toBe(404)
  // all of it has come: somebody who may says so
  expect(await offset()).toBe(String(bytes.length))
  expect(await stateOf(file)).toMatchObject({ here: true })
})

it('a line that has died holds nothing up: what has come stays', async () => {
  const bytes = paper()
  const file = await announced(bytes)
  await send.create(order, file, buyer.token)
  const line = net.connect(t.port, '127.0.0.1')
  line.write(
    `PATCH /api/files/${file._id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${buyer.token}\r\nTus-Resumable: 1.0.0\r\n` +
      `Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  line.write(bytes.subarray(0, 1000))
  const head = async () => (await send.head(file, buyer.token)).headers['upload-offset']
  // a request that came before all of it had been written would end the line with less
  await expect.poll(async () => (await stat(join(t.shop.incoming, file._id))).size).toBe(1000)
  // a second request takes the file over from a line that has died
  await expect.poll(head).toBe('1000')
  expect((await send.patch(file, buyer.token, { offset: 1000, bytes: bytes.subarray(1000) })).status).toBe(204)
  line.destroy()
})
