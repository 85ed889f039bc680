import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveFile } from '../../../../../src/data/files/file-store.ts'
import { sendFiles } from '../../../../../src/data/files/send-files.ts'
import { ann, bench, bo, order, ours, type Sent } from '../../../../support/outbox-bench.ts'
import { orderWith } from '../../../../support/some-orders.ts'

interface Options {
  uploadUrl: string
  metadata: { order: string; file: string }
  onAfterResponse: (request: unknown, response: Answer) => void
  onSuccess: () => void
  onError: (error: { originalResponse: Answer | null }) => void
}
interface Answer {
  getStatus: () => number
  getHeader: (name: string) => string | undefined
  getBody: () => string
}
const tus = vi.hoisted(() => ({ started: [] as { options: Options }[], aborted: 0, take: true }))

const answer = (status: number, headers: Record<string, string> = {}, body = ''): Answer => ({
  getStatus: () => status,
  getHeader: (name) => headers[name.toLowerCase()],
  getBody: () => body,
})

// the client of tus speaks to a network that these tests do not have
vi.mock('tus-js-client', () => ({
  Upload: class {
    readonly options: Options
    constructor(_blob: Blob, options: Options) {
      this.options = options
    }
    start() {
      tus.started.push({ options: this.options })
      if (!tus.take) return
      this.options.onAfterResponse({}, answer(204, { 'x-shop-api': '1', 'upload-offset': '4' }))
      this.options.onSuccess()
    }
    async abort() {
      tus.aborted += 1
    }
  },
}))

beforeEach(() => Object.assign(tus, { started: [], aborted: 0, take: true }))
afterEach(() => vi.restoreAllMocks())

const file = (id: string) => ({
  ...{ _id: id, name: `${id}.pdf`, type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) },
  blob: new Blob(['%PDF']),
})

/** A device whose server answers messages; `say` sends one that names a file, `choose` only chooses it. */
async function device() {
  const files = (id: string) => [
    { _id: id, name: `${id}.pdf`, type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) },
  ]
  const all = bench((sent: Sent) =>
    ours(sent, 201, { data: orderWith([{ _id: sent.key ?? '', kind: 'message', text: 'Here', side: 'buyer' }]) }),
  )
  const { db, sync, api, clock } = all
  await all.login(ann)
  let at = 0
  const choose = (id: string) => saveFile(db, { file: file(id), userId: 'ann', order: 'o1', at: ++at })
  const say = (id: string) =>
    sync.enqueueEvent({
      id: `m-${id}`,
      order: 'o1',
      reference: 'Q',
      body: { kind: 'message', files: files(id) },
      session: ann,
    })
  const lane = { db, api, clock }
  const send = () => sendFiles(lane, new AbortController().signal)
  const left = async () => (await db.files.toArray()).map(({ _id }) => _id)
  return { ...all, choose, say, send, left }
}
const names = () => tus.started.map(({ options }) => options.metadata.file)

test('files go one after the other, after their message, and leave the device when the server has proven them', async () => {
  const { choose, say, send, left, sync } = await device()
  await choose('f1')
  await choose('f2')
  await choose('f3')
  await say('f1')
  await say('f2')
  // the messages have not gone
  expect([await send(), names()]).toEqual([undefined, []])
  await sync.pass('button')
  expect(await send()).toBeUndefined()
  // the third is chosen for a message that is not written yet
  expect([names(), await left()]).toEqual([['f1', 'f2'], ['f3']])
})

test('a file whose last answer proves nothing stays, and is tried later', async () => {
  const { choose, say, send, left, sync, clock } = await device()
  await choose('f1')
  await say('f1')
  await sync.pass('button')
  tus.take = false
  const sending = send()
  await vi.waitFor(() => expect(tus.started).toHaveLength(1))
  // a portal answers as if all were well
  tus.started[0]?.options.onAfterResponse({}, answer(204))
  tus.started[0]?.options.onSuccess()
  const wait = await sending
  expect([wait && wait > 0, await left()]).toEqual([true, ['f1']])
  tus.take = true
  clock.time += wait ?? 0
  await send()
  expect(await left()).toEqual([])
})

test('a file that was tried while the device’s clock was ahead does not wait for that day', async () => {
  const { choose, say, send, left, sync, clock, db } = await device()
  await choose('f1')
  await say('f1')
  await sync.pass('button')
  await db.files.toCollection().modify({ nextAt: clock.time + 25 * 24 * 60 * 60_000 })
  await send()
  expect(await left()).toEqual([])
})

test('a refused file names its reason and gives its room back', async () => {
  const { choose, say, send, sync, db } = await device()
  await choose('f1')
  await say('f1')
  await sync.pass('button')
  tus.take = false
  const sending = send()
  await vi.waitFor(() => expect(tus.started).toHaveLength(1))
  const problem = {
    type: 'about:quayside/bad-file',
    errors: [{ path: 'file', rule: 'fileHash', detail: 'The file was changed.' }],
  }
  tus.started[0]?.options.onError({ originalResponse: answer(422, { 'x-shop-api': '1' }, JSON.stringify(problem)) })
  await sending
  const [row] = await db.files.toArray()
  expect([row?.refused, row?.blob]).toEqual(['fileHash', undefined])
})

test('what waits for another person’s login holds no file up', async () => {
  const { choose, say, send, left, sync, login } = await device()
  await choose('f1')
  await say('f1')
  await sync.pass('button')
  await login(bo)
  await sync.enqueueOrder(order('k1', bo))
  await login(ann)
  await send()
  expect(await left()).toEqual([])
})

test('a message that comes meanwhile goes first, and its file goes on without a longer wait', async () => {
  const { choose, say, send, left, sync, db } = await device()
  await choose('f1')
  await say('f1')
  await sync.pass('button')
  tus.take = false
  const sending = send()
  await vi.waitFor(() => expect(tus.started).toHaveLength(1))
  await sync.enqueueEvent({
    id: 'm2',
    order: 'o1',
    reference: 'Q',
    body: { kind: 'message', text: 'Yes' },
    session: ann,
  })
  await sending
  expect([tus.aborted, (await db.files.toArray())[0]?.attempts]).toEqual([1, 0])
  tus.take = true
  await sync.pass('button')
  await send()
  expect(await left()).toEqual([])
})
