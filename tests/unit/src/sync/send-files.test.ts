import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { putChosen } from '../../../../src/db/files.ts'
import { sendFiles } from '../../../../src/sync/send-files.ts'
import { enqueueEvent, enqueueOrder } from '../../../support/entries.ts'
import { ann, bench, blobOf, bo, drain, order, ours, type Sent } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'
import { until } from '../../../support/until.ts'

type Answer = (method: string, at: number) => Response | Promise<Response> | undefined
const proof = { 'x-shop-api': '1' }
const none = () => undefined

/** The server's side of tus, as far as it concerns one device. */
const server = { has: new Map<string, string>(), asked: [] as string[], answer: none as Answer }

/** `answer` may replace what the server says. */
async function tus(address: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const { method = '' } = init
  const given = atob(/file (\S+)/.exec(headers.get('upload-metadata') ?? '')?.[1] ?? '')
  const id = /files\/([^/]+)\/$/.exec(address)?.[1] ?? given
  const at = Number(headers.get('upload-offset'))
  server.asked.push(`${method} ${id}${method === 'PATCH' ? ` ${at}` : ''}`)
  const instead = server.answer(method, at)
  if (instead) return instead
  const has = server.has.get(id)
  if (method === 'POST') server.has.set(id, has ?? '')
  if (method === 'POST') return new Response(null, { status: 201, headers: proof })
  if (has === undefined) return new Response(null, { status: 404, headers: proof })
  if (method === 'PATCH') {
    if (has.length !== at) return new Response('{}', { status: 409, headers: proof })
    server.has.set(id, has + (await (init.body as Blob).text()))
  }
  const offset = { 'upload-offset': String(server.has.get(id)?.length) }
  return new Response(null, { status: method === 'HEAD' ? 200 : 204, headers: { ...proof, ...offset } })
}

beforeEach(() => {
  Object.assign(server, { has: new Map(), asked: [], answer: none })
  vi.stubGlobal('fetch', tus)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const small = '%PDF'
const fileOf = (_id: string, text: string) => ({
  ...{ _id, name: `${_id}.pdf`, type: 'application/pdf' as const, bytes: text.length, sha256: 'a'.repeat(64) },
})

/** A device whose server answers messages; `say` sends one that names a file, `choose` only chooses it. */
async function device() {
  const all = bench((sent: Sent) =>
    ours(sent, 201, { data: orderWith([{ _id: sent.key ?? '', kind: 'message', text: 'Here', side: 'buyer' }]) }),
  )
  const { db, sync, api, clock } = all
  await all.login(ann)
  let at = 0
  const choose = (id: string, text = small) => {
    const file = { ...fileOf(id, text), blob: blobOf(text) }
    return putChosen(db, { file, userId: 'ann', order: 'o1', at: ++at })
  }
  const say = (id: string, text = small) =>
    enqueueEvent(sync, {
      id: `m-${id}`,
      order: 'o1',
      reference: 'Q',
      body: { kind: 'message', files: [fileOf(id, text)] },
      session: ann,
    })
  /** A file whose message has gone. */
  const give = async (id: string, text = small) => {
    await choose(id, text)
    await say(id, text)
    await drain(sync, 'all')
  }
  const stop = new AbortController()
  const send = () => sendFiles({ db, api, clock }, stop.signal)
  const left = async () => (await db.files.toArray()).map(({ _id }) => _id)
  return { ...all, choose, say, give, send, left, stop }
}

/** An answer that comes when the test wants it, and a fetch that fails like a browser's when it is given up. */
function held() {
  let given: AbortSignal | undefined
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.method !== 'PATCH') return tus(address, init)
    given = init.signal ?? undefined
    return new Promise((_, reject) =>
      given?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
  })
  return until(() => expect(given).toBeDefined())
}

test('files go one after the other, after their message, and leave the device when the server has proven them', async () => {
  const { choose, say, send, left, sync } = await device()
  await choose('f1')
  await choose('f2')
  await choose('f3')
  await say('f1')
  await say('f2')
  // the messages have not gone
  expect([await send(), server.asked]).toEqual([undefined, []])
  await drain(sync, 'all')
  expect(await send()).toBeUndefined()
  // the third is chosen for a message that is not written yet
  expect([[...server.has], await left()]).toEqual([
    [
      ['f1', small],
      ['f2', small],
    ],
    ['f3'],
  ])
  expect(server.asked.slice(0, 3)).toEqual(['POST f1', 'HEAD f1', 'PATCH f1 0'])
})

test('a file goes in chunks, and on from what the server has after the line was cut', async () => {
  const text = 'x'.repeat(100 * 1024)
  const { give, send, left, clock, db } = await device()
  await give('f1', text)
  const put = vi.spyOn(db.keyValue, 'put')
  server.answer = (method, at) => {
    if (method !== 'PATCH' || at === 0) return undefined
    // a part of the second chunk arrived
    server.has.set('f1', text.slice(0, at + 1000))
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  const wait = await send()
  expect([wait && wait > 0 && wait <= 1000, await left()]).toEqual([true, ['f1']])
  server.answer = none
  clock.time += wait ?? 0
  server.asked = []
  expect([await send(), server.has.get('f1') === text, await left()]).toEqual([undefined, true, []])
  expect(server.asked.slice(1, 3)).toEqual(['HEAD f1', `PATCH f1 ${32 * 1024 + 1000}`])
  const shown = put.mock.calls.flatMap(([{ name, value }]) => (name === 'sending-file' ? [value] : []))
  expect(shown.slice(0, 3)).toEqual([{ id: 'f1', sent: 0 }, { id: 'f1', sent: 32 * 1024 }, undefined])
})

test('a line that is cut after each chunk lets no wait grow', async () => {
  const text = 'x'.repeat(200 * 1024)
  const { give, send, clock, db } = await device()
  await give('f1', text)
  const waits: number[] = []
  for (let cut = 1; cut <= 4; cut++) {
    server.answer = (method, at) => {
      if (method !== 'PATCH') return undefined
      server.has.set('f1', text.slice(0, at + 1000))
      return Promise.reject(new TypeError('Failed to fetch'))
    }
    const wait = (await send()) ?? 0
    waits.push((await db.files.toArray())[0]?.attempts ?? 0)
    clock.time += wait
  }
  server.answer = none
  // the first answer to a look counts as a try
  expect(Math.max(...waits.slice(1))).toBe(1)
})

test('a server that has no time says when to come again', async () => {
  const { give, send } = await device()
  await give('f1')
  server.answer = () => new Response('{}', { status: 503, headers: { ...proof, 'retry-after': '120' } })
  expect(Math.floor((await send()) ?? 0)).toBeGreaterThanOrEqual(120_000)
})

test('a refused file names its reason and gives its room back', async () => {
  const { give, send, db } = await device()
  await give('f1')
  const problem = {
    type: 'about:quayside/bad-file',
    errors: [{ path: 'file', rule: 'fileHash', detail: 'The file was changed.' }],
  }
  server.answer = (method) =>
    method === 'PATCH' ? new Response(JSON.stringify(problem), { status: 422, headers: proof }) : undefined
  await send()
  const [row] = await db.files.toArray()
  expect([row?.refused, row?.blob]).toEqual(['fileHash', undefined])
})

test('what waits for another person’s login holds no file up', async () => {
  const { give, send, left, sync, login } = await device()
  await give('f1')
  await login(bo)
  await enqueueOrder(sync, order('k1', bo))
  await login(ann)
  await send()
  expect(await left()).toEqual([])
})

test('a sender that has to stop says that a file is left', async () => {
  const { give, send, left, stop } = await device()
  await give('f1')
  const running = held()
  const sent = send()
  await running
  stop.abort()
  expect([await sent, await left()]).toEqual([0, ['f1']])
})
