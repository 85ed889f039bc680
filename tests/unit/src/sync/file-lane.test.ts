import { expect, onTestFinished, test, vi } from 'vitest'
import { saveFile } from '../../../../src/db/files.ts'
import type { Deps } from '../../../../src/db/use-deps.tsx'
import { sendFilesBehind } from '../../../../src/sync/file-lane.ts'
import { ann, bench, blobOf, ours, type Sent } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'

/** A page that sends files to a server which has them all; `asked`: the files that it was asked for. */
async function page() {
  const asked: string[] = []
  const all = bench((sent: Sent) =>
    ours(sent, 201, { data: orderWith([{ _id: sent.key ?? '', kind: 'message', text: 'Here', side: 'buyer' }]) }),
  )
  const { db, sync, login } = all
  await login(ann)
  vi.stubGlobal('fetch', async (address: string) => {
    const file = /files\/([^/]+)/.exec(address)?.[1]
    if (file) asked.push(file)
    return new Response(null, { status: 200, headers: { 'x-shop-api': '1', 'upload-offset': '4' } })
  })
  const file = { _id: 'f1', name: 'a.pdf', type: 'application/pdf', bytes: 4, sha256: 'a'.repeat(64) } as const
  await saveFile(db, { file: { ...file, blob: blobOf('%PDF') }, userId: 'ann', order: 'o1', at: 1 })
  const say = async () => {
    const body = { kind: 'message' as const, files: [file] }
    await sync.enqueueEvent({ id: 'm1', order: 'o1', reference: 'Q', session: ann, body })
    await sync.pass('button')
  }
  // it needs no more of the app
  const stop = new AbortController()
  sendFilesBehind(all as unknown as Deps, stop.signal)
  onTestFinished(() => {
    stop.abort()
    vi.unstubAllGlobals()
  })
  return { db, asked, say }
}

test('a page sends a file as soon as its message has gone', async () => {
  const { db, asked, say } = await page()
  await say()
  await expect.poll(() => asked).toEqual(['f1'])
  await expect.poll(() => db.files.count()).toBe(0)
})

test('where the device saves data, a file waits for the person and then goes at once', async () => {
  Object.assign(navigator, { connection: { saveData: true } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  const { db, asked, say } = await page()
  await say()
  // the message has gone
  await expect.poll(() => db.values.get('said-files')).toBeDefined()
  expect(asked).toEqual([])
  const row = await db.files.get(['ann', 'f1'])
  if (row) await db.files.put({ ...row, now: true })
  await expect.poll(() => db.files.count()).toBe(0)
  expect(asked).toEqual(['f1'])
})

test('when the line is back, a file does not wait out its back-off', async () => {
  const { db, asked, say } = await page()
  const cut = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const answering = globalThis.fetch
  vi.stubGlobal('fetch', cut)
  await say()
  await expect.poll(async () => (await db.files.get(['ann', 'f1']))?.nextAt).toBeGreaterThan(0)
  const row = await db.files.get(['ann', 'f1'])
  if (row) await db.files.put({ ...row, attempts: 9, nextAt: row.nextAt + 60_000 })
  vi.stubGlobal('fetch', answering)
  dispatchEvent(new Event('online'))
  await expect.poll(() => db.files.count()).toBe(0)
  expect(asked).toEqual(['f1'])
})
